import { type HistoryRecord, recordsOf } from '../../history.ts'

export interface Pushed {
  /** Time at which the server confirmed the like or message behind the push. */
  confirmedAt: number
  /** Time of its first arrival at the push host. */
  receivedAt: number | undefined
}

export interface InFlight {
  fault: string
  times: number
  /** Pushes in flight when the faults began. */
  inFlight: number
  /** Longest time from a confirmation to the arrival among these pushes. */
  longestMs: number
}

/** Counts the pushes in flight at each kind of fault. A kind that met none has proved nothing. */
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
