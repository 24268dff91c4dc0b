import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { login, registerUser } from '@zing/proto/http/auth'
import type { User } from '@zing/proto/profiles/users'
import { parseRetryAfterMs } from '@zing/proto/retries/retry-delay'

export interface ApiClient {
  user: User
  cookie: string
  /** Throws a CallError for an error response. */
  call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<ResponseOf<E>>
}

interface Input<E extends AnyEndpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: BodyInputOf<E>
  /** A JPEG that is the whole body. */
  file?: Buffer
}

export class CallError extends Error {
  readonly status: number
  /** Delay of the server's Retry-After header; 0 if there is none. */
  readonly retryAfterMs: number
  constructor(status: number, message: string, retryAfterMs = 0) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

const CALL_MS = 15_000

/**
 * Registers a user, or logs in if there is one already, as after an interrupted start. A door that its keeper has closed
 * meanwhile refuses the registration before it looks for the username.
 */
export async function registerOrLogIn(baseUrl: string, details: BodyInputOf<typeof registerUser>): Promise<ApiClient> {
  const registered = await send(baseUrl, registerUser, { body: details })
  if (registered.ok) return memberOf(baseUrl, registered)
  const { username, password } = details
  const known = await send(baseUrl, login, { body: { username, password } })
  return memberOf(baseUrl, known.ok ? known : registered)
}

export async function logIn(baseUrl: string, { username, password }: BodyInputOf<typeof login>): Promise<ApiClient> {
  return memberOf(baseUrl, await send(baseUrl, login, { body: { username, password } }))
}

/** True if the community lets a demo user in only with an invitation, an answer or accepted terms. */
export function isDoorClosed(error: unknown): boolean {
  return error instanceof CallError && [400, 403, 409].includes(error.status)
}

async function memberOf(baseUrl: string, response: Response): Promise<ApiClient> {
  const user = await read<User>(response)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { user, cookie, call: async (endpoint, input) => read(await send(baseUrl, endpoint, input, cookie)) }
}

function send<E extends AnyEndpoint>(
  baseUrl: string,
  endpoint: E,
  { params, query, body, file }: Input<E> = {},
  cookie = '',
): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const json = body === undefined ? null : { type: 'application/json', bytes: JSON.stringify(body) }
  const content = file ? { type: 'image/jpeg', bytes: new Uint8Array(file) } : json
  return fetch(`${baseUrl}${pathOf(endpoint, params)}${search}`, {
    method: endpoint.method,
    headers: { cookie, ...(content && { 'content-type': content.type }) },
    ...(content && { body: content.bytes }),
    signal: AbortSignal.timeout(CALL_MS),
  })
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) {
    const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'))
    throw new CallError(response.status, `${response.url} responded ${response.status}: ${text}`, retryAfterMs)
  }
  return (text ? JSON.parse(text) : undefined) as T // the services validate their responses
}
