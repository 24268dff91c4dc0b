import type { Log } from '@zing/kit/observability/logger'
import { blobFailures } from '@zing/kit/observability/metrics'
import { createCircuitBreaker } from '@zing/kit/timing/circuit-breaker'
import { errors } from '@zing/proto/errors'

/** A call of the bucket takes at most this long; MongoDB has 4 s. */
const CALL_MS = 3_000
/** After a call without an answer the others end at once for this long, so that few wait. */
const KEPT_MS = 1_000

export type Ask = <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** Bounds calls of the bucket. Any failure becomes a 503, and is logged and counted. */
export function createAsk(log: Log): Ask {
  const breaker = createCircuitBreaker(KEPT_MS)

  return async function ask(call) {
    const outcome = await breaker.run(async () => {
      const signal = AbortSignal.timeout(CALL_MS)
      try {
        return { answer: await call(signal) }
      } catch (err) {
        blobFailures.inc({ reason: 'unavailable' })
        log.warn({ err }, 'bucket not available')
        if (signal.aborted) throw errors.unavailable()
        return null // it has answered, or refused at once: others need not wait for it
      }
    })
    if (!outcome) throw errors.unavailable()
    return outcome.answer
  }
}
