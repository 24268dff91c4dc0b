import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { login, registerUser } from '@zing/proto/http/auth'
import type { User } from '@zing/proto/people'

/** A demo person as any client of the public API: a cookie and calls. */
export interface Member {
  user: User
  call<E extends AnyEndpoint>(endpoint: E, body: BodyInputOf<E>): Promise<ResponseOf<E>>
}

const CALL_MS = 15_000
const USERNAME_TAKEN = 409

/** Registers, or logs in if an interrupted start has registered this person before. */
export async function joinAs(baseUrl: string, details: BodyInputOf<typeof registerUser>): Promise<Member> {
  const { username, password } = details
  let answer = await send(baseUrl, registerUser, details)
  if (answer.status === USERNAME_TAKEN) answer = await send(baseUrl, login, { username, password })
  const user = await read<User>(answer)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { user, call: async (endpoint, body) => read(await send(baseUrl, endpoint, body, cookie)) }
}

function send(baseUrl: string, endpoint: AnyEndpoint, body: unknown, cookie = ''): Promise<Response> {
  return fetch(`${baseUrl}${pathOf(endpoint)}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS),
  })
}

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T // our own gateway, whose services parse their answers
}
