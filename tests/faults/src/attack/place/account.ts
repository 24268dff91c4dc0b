import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { type AnyEndpoint, type BodyInputOf, type QueryInput, type ResponseOf, urlOf } from '@zing/proto/endpoint'
import { updateAccount } from '@zing/proto/http/account'
import { registerUser, updateUser } from '@zing/proto/http/auth'
import { getProfile } from '@zing/proto/http/social'
import { PASSWORD } from '../../workloads/test-users.ts'

const WAIT_MS = 60_000
const CALL_MS = 30_000

export interface Reply<Body = unknown> {
  status: number
  body: Body
  link: string | null
  ms: number
}

interface Input<E extends AnyEndpoint> {
  params?: Record<string, string | number>
  query?: QueryInput
  body?: BodyInputOf<E>
}

/** An account of the attacker, or a member who is attacked. */
export interface Account {
  id: number
  createdAt: string
  url: string
  cookie: string
  call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<Reply<ResponseOf<E>>>
}

export interface Person {
  name: string
  age: number
  gender?: string
  placeId: string | null
}

let count = 0

/** Signs up through the public interface, as everybody does. */
export async function signUp(url: string, { name, age, gender = 'other', placeId }: Person): Promise<Account> {
  count += 1
  const body = { username: `attack.${count}`, password: PASSWORD, name, age, gender, orientation: 'other' }
  const request = jsonRequest('POST', { ...body, ...(placeId && { placeId }) })
  const response = await fetch(`${url}${urlOf(registerUser)}`, request)
  if (response.status !== 201) throw new Error(`sign-up got ${response.status} ${await response.text()}`)
  const { id, createdAt } = (await response.json()) as ResponseOf<typeof registerUser>
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { id, createdAt, url, cookie, call: (endpoint, input) => call(url, cookie, endpoint, input) }
}

async function call<E extends AnyEndpoint>(
  url: string,
  cookie: string,
  endpoint: E,
  { params, query, body }: Input<E> = {},
): Promise<Reply<ResponseOf<E>>> {
  const request = jsonRequest(endpoint.method, body, { cookie })
  const begun = performance.now()
  const response = await fetch(
    `${url}${urlOf(endpoint, { ...(params && { params }), ...(query && { query }) })}`,
    request,
  )
  const text = await response.text()
  const ms = performance.now() - begun
  const parsed = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, body: parsed, link: response.headers.get('link'), ms }
}

function jsonRequest(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const text = body === undefined ? null : JSON.stringify(body)
  return { method, headers: { ...headers, ...json }, body: text, signal: AbortSignal.timeout(CALL_MS) }
}

/** Changes the place or the trip. The change is in the database when this returns, and on its way to the others. */
export async function move(account: Account, body: BodyInputOf<typeof updateUser>): Promise<void> {
  demand(await account.call(updateUser, { body }))
}

export async function hide(account: Account, hidden: boolean): Promise<void> {
  demand(await account.call(updateAccount, { body: { hidden } }))
}

/** Waits until the viewer sees the card, or nobody if it is null. */
export async function untilSeen(viewer: Account, seen: Account, card: object | null): Promise<void> {
  await until(`user ${viewer.id} sees ${JSON.stringify(card)} of user ${seen.id}`, async () => {
    const { status, body } = await viewer.call(getProfile, { params: { id: seen.id } })
    if (card === null) return status === 404
    const { place, visiting } = status === 200 ? body : {}
    return status === 200 && JSON.stringify({ place, visiting }) === JSON.stringify(card)
  })
}

export async function until(what: string, isTrue: () => Promise<boolean>, withinMs = WAIT_MS): Promise<void> {
  if (!(await waitUntil(isTrue, withinMs))) throw new Error(`it never came true that ${what}`)
}

/** Returns the body of a reply that must be a success. */
export function demand<Body>({ status, body }: Reply<Body>): Body {
  if (status >= 300) throw new Error(`unexpected ${status} ${JSON.stringify(body)}`)
  return body
}
