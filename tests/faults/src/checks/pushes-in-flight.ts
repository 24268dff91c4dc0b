import { type HistoryRecord, recordsOf } from '../history.ts'

export interface Pushed {
  /** When the like or message that it tells of was confirmed. */
  confirmedAt: number
  /** When its push host had it for the first time. */
  receivedAt: number | undefined
}

export interface InFlight {
  fault: string
  times: number
  /** Pushes that were on their way when the faults began. */
  inFlight: number
  /** The longest time that one of them took. */
  longestMs: number
}

/** What each kind of fault met: without pushes in flight it has shown nothing. */
export function pushesInFlight(records: HistoryRecord[], pushed: Pushed[]): InFlight[] {
  const faults = recordsOf(records, 'fault')
  const byKind = Map.groupBy(faults, ({ fault: { kind, target } }) => `${kind} ${target.replace(/-\d+$/, '')}`)
  return [...byKind].map(([fault, ofKind]) => {
    const met = ofKind.flatMap(({ from }) =>
      pushed.filter(
        ({ confirmedAt, receivedAt = Number.POSITIVE_INFINITY }) => confirmedAt < from && from < receivedAt,
      ),
    )
    const times = met.map(({ confirmedAt, receivedAt = confirmedAt }) => receivedAt - confirmedAt)
    return { fault, times: ofKind.length, inFlight: met.length, longestMs: Math.max(0, ...times) }
  })
}
