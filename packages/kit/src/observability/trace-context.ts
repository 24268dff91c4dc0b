import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { REQUEST_ID_HEADER, TRACE_HEADER } from '@zing/proto/headers'

export interface Trace {
  requestId: string
  /** W3C trace context of the client, forwarded as received. */
  traceparent?: string | null
}

const storage = new AsyncLocalStorage<Trace>()
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Trace of the request that the running code serves; undefined outside of a request. */
export function currentTrace(): Trace | undefined {
  return storage.getStore()
}

/** Id of the request that is being handled; undefined outside of a request. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** Trace id of the W3C trace context, if the client sent one. */
export function traceIdOf({ traceparent }: Trace): string | undefined {
  return traceparent ? TRACEPARENT.exec(traceparent)?.[1] : undefined
}

/**
 * Runs `work` as part of the request whose headers `getHeader` reads. A missing or malformed request id is replaced, since
 * logs contain it. A malformed trace context is dropped.
 */
export function inRequest<T>(getHeader: (name: string) => unknown, work: (trace: Trace) => T): T {
  const requestId = getHeader(REQUEST_ID_HEADER)
  const traceparent = getHeader(TRACE_HEADER)
  const trace: Trace = {
    requestId: isText(requestId) && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    ...(isText(traceparent) && TRACEPARENT.test(traceparent) && { traceparent }),
  }
  return storage.run(trace, () => work(trace))
}

/** Headers that pass a trace to the next hop, over HTTP and NATS. */
export function traceHeaders({ requestId, traceparent }: Trace): Record<string, string> {
  return { [REQUEST_ID_HEADER]: requestId, ...(traceparent && { [TRACE_HEADER]: traceparent }) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
