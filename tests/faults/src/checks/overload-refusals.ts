import { type CallRecord, type HistoryRecord, recordsOf } from '../history.ts'
import { BUSY_BELOW, LOAD_EVERY_MS } from '../workloads/think-time.ts'

/** An overload that lasts for a second makes the gateway refuse calls, and for some time after it. */
const REFUSES_FOR_MS = 2_500

/**
 * Returns a test for calls that were refused while the processors had nothing left: an overloaded product refuses calls without a
 * fault too, so these say nothing about one.
 */
export function overloadRefusalsIn(records: HistoryRecord[]): (call: CallRecord) => boolean {
  const busyAt = recordsOf(records, 'load').flatMap(({ at, idleShare }) => (idleShare < BUSY_BELOW ? [at] : []))
  return ({ status, from, to }) =>
    status === 503 && busyAt.some((at) => at >= from - REFUSES_FOR_MS && at <= to + LOAD_EVERY_MS)
}
