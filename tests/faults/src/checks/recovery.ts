import { type CallRecord, type CloseRecord, type FaultRecord, type HistoryRecord, recordsOf } from '../history.ts'
import { overloadRefusalsIn } from './overload-refusals.ts'
import type { Violation } from './violation.ts'

const RECOVERY_BOUND_MS = 12_000

export interface Recovery {
  kind: string
  /** From the end of the fault to the end of the last call that it made fail. */
  callsMs: number
  /** From the end of the fault until every socket was connected again. */
  socketsMs: number
}

/** Time without a socket; `to` is its next CONNECTED. */
interface Disconnection {
  from: number
  to: number
}

/**
 * Measures how long calls failed and sockets stayed closed after each fault. Faults that happen together count as one.
 */
export function recoveries(records: HistoryRecord[]): Recovery[] {
  const isOverloadRefusal = overloadRefusalsIn(records)
  const counted = recordsOf(records, 'call').filter((call) => !isOverloadRefusal(call))
  const calls = [...Map.groupBy(counted, ({ op }) => op).values()]
  const disconnections = disconnectionsOf(records, isOverloadRefusal)
  const groups = [...Map.groupBy(recordsOf(records, 'fault'), ({ from }) => from).values()]
  return groups.map((faults, index) => {
    const end = Math.max(...faults.map(({ to }) => to))
    const next = groups[index + 1]?.[0]?.from ?? Number.POSITIVE_INFINITY
    return {
      kind: faults.map(kindOf).join(' + '),
      callsMs: Math.max(0, ...calls.map((ofOne) => callsRecoveryMs(ofOne, end, next))),
      socketsMs: Math.max(
        0,
        ...disconnections.filter(({ from, to }) => from < next && to > end).map(({ to }) => Math.min(to, next) - end),
      ),
    }
  })
}

export function checkRecovery(records: HistoryRecord[]): Violation[] {
  return recoveries(records).flatMap(({ kind, callsMs, socketsMs }): Violation[] => [
    ...(callsMs > RECOVERY_BOUND_MS
      ? [{ invariant: 'INV-8' as const, text: `calls failed for ${callsMs} ms after "${kind}"` }]
      : []),
    ...(socketsMs > RECOVERY_BOUND_MS
      ? [{ invariant: 'INV-9' as const, text: `a socket was closed until ${socketsMs} ms after "${kind}"` }]
      : []),
  ])
}

/** Recovery time of one operation. Without a success before the next fault, it lasts until that fault. */
function callsRecoveryMs(calls: CallRecord[], end: number, next: number): number {
  const between = calls.filter(({ from, to }) => from >= end && to < next)
  const lastFailed = between.findLast(({ outcome }) => outcome === 'unknown')
  if (!lastFailed) return 0
  const hasRecovered = between.some(({ outcome, from }) => outcome !== 'unknown' && from > lastFailed.from)
  return (hasRecovered || next === Number.POSITIVE_INFINITY ? lastFailed.to : next) - end
}

function disconnectionsOf(
  records: HistoryRecord[],
  isOverloadRefusal: (record: CloseRecord) => boolean,
): Disconnection[] {
  const closedAt = new Map<number, number>()
  const found: Disconnection[] = []
  for (const record of records) {
    if (record.type === 'close' && !isOverloadRefusal(record)) closedAt.set(record.user, record.at)
    if (record.type !== 'frame' || record.frame.type !== 'CONNECTED') continue
    const from = closedAt.get(record.user)
    if (from !== undefined) found.push({ from, to: record.at })
    closedAt.delete(record.user)
  }
  return [...found, ...[...closedAt.values()].map((from) => ({ from, to: Number.POSITIVE_INFINITY }))]
}

function kindOf({ fault: { kind, target, server } }: FaultRecord): string {
  const name = target.replace(/-\d+$/, '')
  return `${kind} ${server ? `${name} - ${server}` : name}`
}
