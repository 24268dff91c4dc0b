import { setTimeout as pause } from 'node:timers/promises'
import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import type { History, Outcome } from '../history.ts'
import type { Random } from '../random.ts'
import type { ThinkTime } from './think-time.ts'

/** Longer than any allowed response time, so that the checks see slow responses. */
const CLIENT_TIMEOUT_MS = 20_000
const RETRY_MS = [200, 800] as const

export interface CallInput<E extends AnyEndpoint> {
  params?: { [name: string]: string | number }
  query?: { [name: string]: string | number }
  body?: BodyInputOf<E>
  /** Bytes as the body. */
  file?: { type: string; bytes: Buffer }
  headers?: { [name: string]: string }
}

export interface CallResult<Body> {
  outcome: Outcome
  status: number
  body: Body | undefined
  /** The body as it came. */
  bytes: Buffer
  /** The `code` of an error response. */
  errorCode: string | undefined
  /** Null without a response. */
  headers: Headers | null
  cookies: string[]
  /** Cursor of the next page, from the Link header. */
  next: string | null
  from: number
  to: number
}

export interface Run {
  url: string
  history: History
  random: Random
  thinkTime: ThinkTime
  /** Aborts when no new operation may begin. */
  ending: AbortSignal
  /** Aborts after the last check. */
  closing: AbortSignal
  /**
   * True if every call opens a new connection, so that gateways share each user's calls. Open connections stay at the
   * gateway that was available while the other one restarted.
   */
  isSpread?: boolean
}

export interface Caller {
  id: number
  cookie: string
}

interface Operation {
  op: string
  /** Same for all attempts of one operation. */
  key: string
  caller: Caller | null
  /** Statuses that reject this operation for good, in addition to the ones in `outcomeOf`. */
  rejectedBy?: number[]
}

/** Sends one attempt of an operation and records it. Never throws. */
export async function attempt<E extends AnyEndpoint>(
  { url, history, isSpread = false }: Pick<Run, 'url' | 'history' | 'isSpread'>,
  { op, key, caller, rejectedBy = [] }: Operation,
  endpoint: E,
  { params, query, body, file, headers }: CallInput<E> = {},
): Promise<CallResult<ResponseOf<E>>> {
  const search = query ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}` : ''
  const from = history.now()
  let status = 0
  let bytes = Buffer.alloc(0)
  let responseHeaders: Headers | null = null
  let hasValidBody = true
  let parsed: unknown
  try {
    const response = await fetch(`${url}${pathOf(endpoint, params)}${search}`, {
      method: endpoint.method,
      headers: {
        ...(caller && { cookie: caller.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file && { 'content-type': file.type }),
        ...(isSpread && { connection: 'close' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file.bytes }),
      signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
    })
    status = response.status
    responseHeaders = response.headers
    bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isMedium = /^(image|audio)\//.test(response.headers.get('content-type') ?? '')
    if (!isMedium && text !== '') parsed = parseJson(text)
    hasValidBody = isMedium || text === '' || parsed !== undefined
  } catch {
    status = 0
  }
  const to = history.now()
  const outcome = rejectedBy.includes(status) ? 'fail' : outcomeOf(status)
  history.add({
    type: 'call',
    op,
    user: caller?.id ?? 0,
    key,
    from,
    to,
    status,
    outcome,
    isUpload: endpoint.isUpload,
    hasValidBody,
  })
  return {
    outcome,
    status,
    body: outcome === 'ok' ? (parsed as ResponseOf<E>) : undefined,
    bytes,
    errorCode: (parsed as { code?: string } | undefined)?.code, // no success response has a field of this name
    headers: responseHeaders,
    cookies: responseHeaders?.getSetCookie() ?? [],
    next: nextCursorOf(responseHeaders?.get('link') ?? ''),
    from,
    to,
  }
}

/** Repeats an operation with the same key until its outcome is certain, or until the run ends. */
export async function untilCertain<T extends { outcome: Outcome }>(
  { thinkTime, ending }: Pick<Run, 'thinkTime' | 'ending'>,
  once: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const result = await once()
    if (result.outcome !== 'unknown' || ending.aborted) return result
    await pause(thinkTime.next(RETRY_MS))
  }
}

function nextCursorOf(link: string): string | null {
  return /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link)?.[1] ?? null
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 400) return 'ok'
  // a 429 rejects the attempt, not the operation
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'fail' : 'unknown'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
