import { busyCallsIn } from '../checks/overload-refusals.ts'
import type { Violation } from '../checks/violation.ts'
import { type CallRecord, type FaultRecord, type HistoryRecord, recordsOf } from '../history.ts'

/** Operations that change something, and are repeated until they are confirmed. */
const WRITES = [
  'send',
  'like',
  'unlike',
  'react',
  'unreact',
  'block',
  'unblock',
  'register',
  'profile',
  'photo',
  'pass',
]
const SOON_MS = 5_000
const SOON_SHARE = 0.95
const ALL_MS = 12_000
const ALL_AFTER_SILENCE_MS = 15_000
/** The suite shares the processors with three hosts. */
const TOLERANCE_MS = 1_000

export interface Failover {
  /** Kinds of the faults that began together. */
  kind: string
  /** Writes that were under way, or began, in the 12 s after the start of the fault. */
  writes: number
  /** Share of them that was confirmed within 5 s. */
  soonShare: number
  /** Longest time until one was confirmed, or until its user's last failed attempt. */
  longestMs: number
  /** From the start of the fault until no socket that it closed was missing. */
  socketsMs: number
  at: number
}

/** Measures each write of the users, from its first attempt or from the fault. */
export function failoversOf(
  records: HistoryRecord[],
  isLeftOut: (call: CallRecord) => boolean = () => false,
): Failover[] {
  const calls = recordsOf(records, 'call').filter(({ op }) => WRITES.includes(op))
  const byUser = Map.groupBy(calls, ({ op, user }) => `${op} ${user}`)
  const attempts = Map.groupBy(calls, ({ op, user, key }) => `${op} ${user} ${key}`)
  const writes = [...attempts.values()]
    .filter((own) => !own.some(isLeftOut))
    .map((own) => toWrite(own, byUser.get(`${own[0]?.op} ${own[0]?.user}`) ?? []))
  return [...Map.groupBy(recordsOf(records, 'fault'), ({ from }) => from)].map(([at, faults]) => {
    const times = writes
      .filter(({ from, to }) => to >= at && from <= at + ALL_MS)
      .map(({ from, to }) => to - Math.max(from, at))
    return {
      kind: nameOf(faults),
      writes: times.length,
      soonShare: times.length > 0 ? times.filter((ms) => ms <= SOON_MS).length / times.length : 1,
      longestMs: Math.max(0, ...times),
      socketsMs: socketsMs(records, at),
      at,
    }
  })
}

/**
 * Writes are served again in time after one host is gone; with two of three gone they may be refused. Writes of
 * times when the processors were busy prove nothing.
 */
export function checkFailovers(records: HistoryRecord[]): Violation[] {
  return failoversOf(records, busyCallsIn(records)).flatMap(({ kind, soonShare, longestMs, at }): Violation[] => {
    if (kind.includes('+')) return []
    const isSilent = !['kill', 'empty', 'fill'].includes(kind)
    const allMs = isSilent ? ALL_AFTER_SILENCE_MS : ALL_MS
    const texts = [
      ...(!isSilent && soonShare < SOON_SHARE ? [`${(soonShare * 100).toFixed(1)} % of writes confirmed in 5 s`] : []),
      ...(longestMs > allMs + TOLERANCE_MS ? [`a write was confirmed after ${longestMs} ms`] : []),
    ]
    return texts.map((text) => ({ invariant: 'INV-8' as const, text: `"${kind}" at ${at} ms: ${text}` }))
  })
}

/**
 * Measures a write until its confirmation. Without one it lasts until its user's last failed attempt. A message without a
 * key is sent once, and its user may send the next one half a minute later.
 */
function toWrite(attempts: CallRecord[], ofUser: CallRecord[]): { from: number; to: number } {
  const from = Math.min(...attempts.map((call) => call.from))
  const confirmed = attempts.find(isConfirmed)
  if (confirmed) return { from, to: confirmed.to }
  const later = ofUser.filter((call) => call.from >= from)
  const next = later.find(isConfirmed)?.from ?? Number.POSITIVE_INFINITY
  const failed = later.filter((call) => !isConfirmed(call) && call.from < next)
  return { from, to: Math.max(...failed.map((call) => call.to)) }
}

function isConfirmed({ outcome }: CallRecord): boolean {
  return outcome !== 'unknown'
}

/** Until every socket that closed in the first 15 s of the fault was connected again. */
function socketsMs(records: HistoryRecord[], at: number): number {
  const closed = new Map<number, number>()
  let longest = 0
  for (const record of records) {
    if (record.type === 'close' && record.at >= at && record.at <= at + ALL_AFTER_SILENCE_MS)
      closed.set(record.user, record.at)
    if (record.type !== 'frame' || record.frame.type !== 'CONNECTED' || !closed.delete(record.user)) continue
    longest = Math.max(longest, record.at - at)
  }
  return closed.size > 0 ? Number.POSITIVE_INFINITY : longest
}

function nameOf(faults: FaultRecord[]): string {
  return faults.map(({ fault }) => fault.kind).join(' + ')
}
