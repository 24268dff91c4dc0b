import { type Record, recordsOf } from '../history.ts'
import type { Violation } from './violation.ts'

/** No process ends by itself, whatever happens to the others (INV-8). */
export function checkExits(records: Record[]): Violation[] {
  return recordsOf(records, 'exit').map(({ name, at }) => ({
    invariant: 'INV-8',
    text: `${name} ended by itself at ${at} ms`,
  }))
}
