import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { SettingsChange } from '@zing/proto/community/settings'
import { type AnyEndpoint, type BodyInputOf, type QueryInput, type ResponseOf, urlOf } from '@zing/proto/endpoint'
import type { ErrorCode } from '@zing/proto/errors'
import type { ErrorBody } from '@zing/proto/http/errors'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { parseRetryAfterMs } from '@zing/proto/retries/retry-delay'
import { isOnline, OFFLINE } from '../device/online.ts'
import { sayError } from '../language/say.ts'
import { community } from '../state/community.ts'
import { endOf } from '../state/per-session.ts'

const CALL_TIMEOUT_MS = 8_000
const UPLOAD_TIMEOUT_MS = 20_000

/** A proxy in front of the product sends no code. */
type ErrorDetails = Pick<ErrorBody, 'message'> & { [Key in keyof ErrorBody]?: ErrorBody[Key] | undefined }

/** Error response; `message` is the server's in the reader's language, or `status: text` where the body has none. */
export class ApiError extends Error {
  readonly status: number
  /** Delay of the server's Retry-After header; 0 if there is none. */
  readonly retryAfterMs: number
  /** Present where a program must distinguish errors, such as `CONFIRM`. */
  readonly code: string | undefined
  /** Why and until when the user cannot sign in. */
  readonly suspension: Suspension | undefined
  /** With the code `HAS_LINK`: the word that looks like a link. */
  readonly word: string | undefined
  /** With the code `SETTINGS_CHANGED`: the newest version of the settings, and what others have changed. */
  readonly version: number | undefined
  readonly changes: SettingsChange[] | undefined

  constructor(
    status: number,
    { message, code, reason, params, suspension, word, version, changes }: ErrorDetails,
    retryAfterMs = 0,
  ) {
    super(sayError({ message, code, reason, params }))
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.suspension = suspension
    this.word = word
    this.version = version
    this.changes = changes
    this.retryAfterMs = retryAfterMs
  }
}

/** No response: the device is offline, or the server is not reached, or does not respond in time. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(isOnline() ? t`${community().name} cannot be reached. Please try again.` : t(OFFLINE), { cause })
    this.name = 'ConnectionError'
  }
}

/** True for an error response with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** Why the user cannot sign in; undefined for any other error. */
export function suspensionOf(error: unknown): Suspension | undefined {
  return hasCode(error, 'SUSPENDED') ? error.suspension : undefined
}

/** True for a 401: the session has ended, or there was none. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Codes of a 429 that lasts until tomorrow: the user sees the error and decides whether to try again. */
const DAILY_LIMITS: (string | undefined)[] = ['NO_LIKES_LEFT', 'NO_FIRST_MESSAGES_LEFT', 'NO_MEDIA_LEFT']

/** True for errors that a retry cannot change: 4xx without timeouts and throttling, and the limits of a day. */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false
  return ![408, 425, 429].includes(error.status) || DAILY_LIMITS.includes(error.code)
}

export interface CallInput<E extends AnyEndpoint> {
  params?: Record<string, number | string>
  query?: QueryInput
  /** A Blob is sent as the file that the contract takes instead of JSON. */
  body?: BodyInputOf<E> | Blob
}

/** The session that makes a call; null for a call that begins or ends a session, or needs none. */
type Caller = QueryClient | null

/**
 * Calls an endpoint. The service has parsed the response with the same contract. After the
 * session's end the call neither sends nor settles: its caller must not use the next user's cookie.
 */
export function call<E extends AnyEndpoint>(
  caller: Caller,
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  return duringSession(caller, async (end) => read(await send(endpoint, input, end)))
}

/** Calls a list endpoint; `next` is the cursor of its Link header, or null at the end. */
export function callPage<E extends AnyEndpoint>(
  caller: Caller,
  endpoint: E,
  input: CallInput<E> = {},
): Promise<{ items: ResponseOf<E>; next: string | null }> {
  return duringSession(caller, async (end) => {
    const response = await send(endpoint, input, end)
    return { items: await read(response), next: nextCursor(response.headers.get('link')) }
  })
}

/** Work that neither goes on nor settles after the session's end. */
export function duringSession<T>(caller: Caller, work: (end?: AbortSignal) => Promise<T>): Promise<T> {
  if (!caller) return work()
  const end = endOf(caller)
  return new Promise((resolve, reject) => {
    if (end.aborted) return
    work(end).then(
      (value) => end.aborted || resolve(value),
      (error) => end.aborted || reject(error),
    )
  })
}

export function nextCursor(link: string | null): string | null {
  const url = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]
  return url ? new URL(url, 'http://gateway').searchParams.get('cursor') : null
}

async function send<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, end?: AbortSignal): Promise<Response> {
  const { body } = input
  const timeout = AbortSignal.timeout(endpoint.isUpload ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS)
  const response = await connected(
    fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      credentials: 'same-origin',
      ...(body !== undefined && contentOf(body)),
      signal: (end && AbortSignal.any?.([timeout, end])) ?? timeout, // also ends the reading of the body
    }),
  )
  return accepted(response)
}

/** Throws the error that a response stands for. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(response.status, await errorOf(response), parseRetryAfterMs(response.headers.get('retry-after')))
}

function contentOf(body: unknown): RequestInit {
  if (body instanceof Blob) return { body } // its type becomes the content type
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function connected<T>(io: Promise<T>): Promise<T> {
  return io.catch((error) => {
    throw new ConnectionError(error)
  })
}

export async function read<T>(response: Response): Promise<T> {
  const text = await connected(response.text())
  return (text ? JSON.parse(text) : undefined) as T // parsed by the service with the same contract
}

async function errorOf(response: Response): Promise<ErrorDetails> {
  const text = await connected(response.text())
  try {
    const { message, ...more } = JSON.parse(text) as Partial<ErrorBody>
    if (typeof message === 'string') return { message, ...more }
  } catch {
    // not JSON: the response of a proxy in front
  }
  return { message: `${response.status}: ${text || response.statusText}` }
}
