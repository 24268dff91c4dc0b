import type { PageRecord } from '../history.ts'
import type { Violation } from './violation.ts'

const RANK = { sent: 0, delivered: 1, read: 2 }

interface Seen {
  rank: number
  /** End of the call that showed the status. */
  to: number
}

/** A call never shows a lower status than a call that ended before it began (INV-5). */
export function checkStatuses(pages: PageRecord[]): Violation[] {
  const highest = new Map<string, Seen[]>()
  const violations: Violation[] = []
  for (const { reader, from, to, messages } of pages.toSorted((a, b) => a.to - b.to)) {
    for (const { id, status } of messages) {
      const key = `${reader}:${id}`
      const rank = RANK[status]
      const seen = highest.get(key) ?? []
      if (seen.some((earlier) => earlier.to < from && earlier.rank > rank)) {
        violations.push({ invariant: 'INV-5', text: `${reader} saw message ${id} go back to ${status} at ${to} ms` })
      }
      if (!seen.some((earlier) => earlier.rank >= rank)) highest.set(key, [...seen, { rank, to }])
    }
  }
  return violations
}
