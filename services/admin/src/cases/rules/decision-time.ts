import type { CaseDocument } from '../../models/case.ts'
import type { StoredDecision } from '../../models/case-parts.ts'

// Auth orders the events about a decision by their time. The case or its appeal stores the time of each event. So the
// next event gets a later time, whatever the process and its clock.

/** Now, or just after the latest of these times if the clock of this process is behind. */
export function timeAfter(now: Date, times: Date[]): Date {
  return new Date(Math.max(now.getTime(), ...times.map((time) => time.getTime() + 1)))
}

export function timesOfDecision({ decidedAt, undoneAt }: Pick<StoredDecision, 'decidedAt' | 'undoneAt'>): Date[] {
  return undoneAt ? [decidedAt, undoneAt] : [decidedAt]
}

/** The times of the events about the decisions of a case. The opening of an appeal is such an event. */
export function timesOfCase({
  kind,
  openedAt,
  decisions,
}: Pick<CaseDocument, 'kind' | 'openedAt' | 'decisions'>): Date[] {
  return [...(kind === 'appeal' ? [openedAt] : []), ...decisions.flatMap(timesOfDecision)]
}
