import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import type { ErrorBody } from '@zing/proto/http/errors'

const CALL_MS = 8_000
const UPLOAD_MS = 20_000

/** An answer that is not a success. `message` is the server's, or `status: text` where it has none. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
  }
}

/** Refused for good: asking again changes nothing. Time-outs, throttling and servers that are away are not. */
export function isFinal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status)
  )
}

export interface CallInput<E extends AnyEndpoint> {
  params?: Record<string, number>
  query?: Record<string, string | number | undefined>
  body?: BodyInputOf<E>
}

/** One call by contract. Types come from the contract; the server has parsed the answer with it. */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ResponseOf<E>> {
  return read(await send(endpoint, input))
}

/** A call whose next page stands in its Link header. `next` is the cursor, or null at the end. */
export async function callPage<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<{ items: ResponseOf<E>; next: string | null }> {
  const response = await send(endpoint, input)
  return { items: await read(response), next: nextCursor(response.headers.get('link')) }
}

export function nextCursor(link: string | null): string | null {
  const url = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]
  return url ? new URL(url, 'http://gateway').searchParams.get('cursor') : null
}

async function send<E extends AnyEndpoint>(endpoint: E, { params, query = {}, body }: CallInput<E>): Promise<Response> {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => Boolean(entry[1]))
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  const response = await fetch(`${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`, {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(endpoint.isUpload ? UPLOAD_MS : CALL_MS),
  })
  if (!response.ok) throw new ApiError(response.status, await messageOf(response))
  return response
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T // parsed by the service with the same contract
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const { message } = JSON.parse(text) as Partial<ErrorBody>
    if (typeof message === 'string') return message
  } catch {
    // not JSON: somebody else answered, such as a proxy in front
  }
  return `${response.status}: ${text || response.statusText}`
}
