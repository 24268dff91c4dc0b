import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { REQUEST_ID_HEADER, TRACE_HEADER } from '@zing/proto/headers'

/** What ties together everything that one request causes, over all hops. */
export interface Trace {
  requestId: string
  /** Of whoever traces from outside (W3C trace context); passed on as it came. */
  traceparent?: string | null
}

const storage = new AsyncLocalStorage<Trace>()
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace of the request that the running code serves, wherever it began; undefined outside of one. */
export function currentTrace(): Trace | undefined {
  return storage.getStore()
}

export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** The id that tracing tools know this request by, if one of them sent it. */
export function traceIdOf({ traceparent }: Trace): string | undefined {
  return traceparent ? TRACEPARENT.exec(traceparent)?.[1] : undefined
}

/**
 * Runs `work` as part of the request whose headers `said` reads. What is missing or malformed there is made anew: an id is
 * written into logs, so not everything may be one.
 */
export function inRequest<T>(said: (header: string) => unknown, work: (trace: Trace) => T): T {
  const requestId = said(REQUEST_ID_HEADER)
  const traceparent = said(TRACE_HEADER)
  const trace: Trace = {
    requestId: isText(requestId) && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    ...(isText(traceparent) && TRACEPARENT.test(traceparent) && { traceparent }),
  }
  return storage.run(trace, () => work(trace))
}

/** The headers that carry a trace to the next hop, over HTTP and NATS alike. */
export function traceHeaders({ requestId, traceparent }: Trace): Record<string, string> {
  return { [REQUEST_ID_HEADER]: requestId, ...(traceparent && { [TRACE_HEADER]: traceparent }) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
