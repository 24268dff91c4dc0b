import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const storage = new AsyncLocalStorage<{ requestId: string }>()
const WELL_FORMED = /^[A-Za-z0-9-]{8,64}$/

/** The id of the request that the running code serves, wherever it began; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** Runs `work` as part of the request `candidate`, or of a new one if that is missing or malformed. */
export function inRequest<T>(candidate: unknown, work: (requestId: string) => T): T {
  const requestId = typeof candidate === 'string' && WELL_FORMED.test(candidate) ? candidate : randomUUID()
  return storage.run({ requestId }, () => work(requestId))
}
