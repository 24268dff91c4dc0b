import { CloseCode } from '@zing/proto/frames/close-codes'
import { type CallRecord, type CloseRecord, type HistoryRecord, recordsOf } from '../history.ts'
import { BUSY_BELOW, LOAD_EVERY_MS } from '../workloads/think-time.ts'

/** An overload that lasts for a second makes the gateway refuse calls, and for some time after it. */
const REFUSES_FOR_MS = 2_500

/**
 * Returns a test for calls that were refused, and sockets that were closed as overloaded, while the processors had
 * nothing left: an overloaded product does so without a fault too, so these say nothing about one.
 */
export function overloadRefusalsIn(records: HistoryRecord[]): (record: CallRecord | CloseRecord) => boolean {
  const busyAt = recordsOf(records, 'load').flatMap(({ at, idleShare }) => (idleShare < BUSY_BELOW ? [at] : []))
  const isBusy = (from: number, to: number) =>
    busyAt.some((at) => at >= from - REFUSES_FOR_MS && at <= to + LOAD_EVERY_MS)
  return (record) =>
    record.type === 'call'
      ? record.status === 503 && isBusy(record.from, record.to)
      : record.code === CloseCode.overloaded && isBusy(record.at, record.at)
}
