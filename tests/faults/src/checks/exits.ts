import { type HistoryRecord, recordsOf } from '../history.ts'
import type { Violation } from './violation.ts'

/** After a full disk has room again, the health check finds a damaged server within this time. */
const NOTICED_MS = 15_000

/**
 * No process ends by itself, whatever happens to the others (INV-8). A health check may end a server whose disk was
 * full.
 */
export function checkExits(records: HistoryRecord[]): Violation[] {
  const filled = recordsOf(records, 'fault').filter(({ fault }) => fault.kind === 'fill')
  return recordsOf(records, 'exit')
    .filter(
      ({ name, at, isUnhealthy }) =>
        !isUnhealthy ||
        !filled.some(({ fault, from, to }) => fault.target === name && from <= at && at <= to + NOTICED_MS),
    )
    .map(({ name, at }) => ({ invariant: 'INV-8', text: `${name} ended by itself at ${at} ms` }))
}
