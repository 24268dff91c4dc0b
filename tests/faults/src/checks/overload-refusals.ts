import { CloseCode } from '@zing/proto/frames/close-codes'
import { type CallRecord, type CloseRecord, type HistoryRecord, recordsOf } from '../history.ts'
import { BUSY_BELOW, LOAD_EVERY_MS } from '../workloads/think-time.ts'

/** After a second of overload the gateway refuses calls for this long. */
const REFUSES_FOR_MS = 2_500

/**
 * Returns a test for refused calls, and sockets closed as overloaded, while the processors were busy. An overloaded
 * product does both without a fault, so they prove nothing about one.
 */
export function overloadRefusalsIn(records: HistoryRecord[]): (record: CallRecord | CloseRecord) => boolean {
  const isBusy = busyTimesIn(records)
  return (record) =>
    record.type === 'call'
      ? record.status === 503 && isBusy(record.from, record.to)
      : record.code === CloseCode.overloaded && isBusy(record.at, record.at)
}

/** Returns a test for calls and closed sockets of times when the processors were busy, which three hosts share. */
export function busyCallsIn(records: HistoryRecord[]): (record: HistoryRecord) => boolean {
  const isBusy = busyTimesIn(records)
  return (record) =>
    record.type === 'call' ? isBusy(record.from, record.to) : record.type === 'close' && isBusy(record.at, record.at)
}

function busyTimesIn(records: HistoryRecord[]): (from: number, to: number) => boolean {
  const busyAt = recordsOf(records, 'load').flatMap(({ at, idleShare }) => (idleShare < BUSY_BELOW ? [at] : []))
  return (from, to) => busyAt.some((at) => at >= from - REFUSES_FOR_MS && at <= to + LOAD_EVERY_MS)
}
