import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { login, registerUser } from '@zing/proto/http/auth'
import type { User } from '@zing/proto/users'

/** A demo person as any client of the public API: a cookie and calls. */
export interface Member {
  user: User
  cookie: string
  /** Throws a CallError for an answer that is not good. */
  call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<ResponseOf<E>>
}

interface Input<E extends AnyEndpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: BodyInputOf<E>
}

export class CallError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const CALL_MS = 15_000
const USERNAME_TAKEN = 409

/** Registers, or logs in if an interrupted start has registered this person before. */
export async function joinAs(baseUrl: string, details: BodyInputOf<typeof registerUser>): Promise<Member> {
  const answer = await send(baseUrl, registerUser, { body: details })
  return answer.status === USERNAME_TAKEN ? logIn(baseUrl, details) : memberOf(baseUrl, answer)
}

export async function logIn(baseUrl: string, { username, password }: BodyInputOf<typeof login>): Promise<Member> {
  return memberOf(baseUrl, await send(baseUrl, login, { body: { username, password } }))
}

async function memberOf(baseUrl: string, answer: Response): Promise<Member> {
  const user = await read<User>(answer)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { user, cookie, call: async (endpoint, input) => read(await send(baseUrl, endpoint, input, cookie)) }
}

function send<E extends AnyEndpoint>(
  baseUrl: string,
  endpoint: E,
  { params, query, body }: Input<E> = {},
  cookie = '',
): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return fetch(`${baseUrl}${pathOf(endpoint, params)}${search}`, {
    method: endpoint.method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_MS),
  })
}

async function read<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  if (!answer.ok) throw new CallError(answer.status, `${answer.url} answered ${answer.status}: ${text}`)
  return (text ? JSON.parse(text) : undefined) as T // our own gateway, whose services parse their answers
}
