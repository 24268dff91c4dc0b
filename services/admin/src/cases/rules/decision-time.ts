import type { CaseDocument, StoredDecision } from '../../models/case.ts'

// Auth orders the events about a decision by their time. What has happened to a decision is stored with its time, in its own
// case and in that of an appeal, so that the next time is later by whatever process and clock.

/** Now, or just after the latest of these times if the clock of this process is behind. */
export function timeAfter(now: Date, times: Date[]): Date {
  return new Date(Math.max(now.getTime(), ...times.map((time) => time.getTime() + 1)))
}

export function timesOfDecision({ decidedAt, undoneAt }: Pick<StoredDecision, 'decidedAt' | 'undoneAt'>): Date[] {
  return undoneAt ? [decidedAt, undoneAt] : [decidedAt]
}

/** The times of the events about the decisions of a case; an appeal begins with one about the decision that it is against. */
export function timesOfCase({
  kind,
  openedAt,
  decisions,
}: Pick<CaseDocument, 'kind' | 'openedAt' | 'decisions'>): Date[] {
  return [...(kind === 'appeal' ? [openedAt] : []), ...decisions.flatMap(timesOfDecision)]
}
