import type { UserDocument } from '../models/user.ts'
import type { ReportCase } from '../models/user-parts.ts'

/** An account keeps this many cases. No event of an older case comes that late. */
const CASES_MAX = 20

/**
 * The cases of an account after an event; null if it changes nothing. An event may be repeated, so only a higher rev
 * changes its case. Events of different cases do not depend on each other.
 */
export function withCase({ cases }: Pick<UserDocument, 'cases'>, changed: ReportCase): { cases: ReportCase[] } | null {
  const known = cases ?? []
  if (known.some(({ caseId, rev }) => caseId === changed.caseId && rev >= changed.rev)) return null
  const others = known.filter(({ caseId }) => caseId !== changed.caseId)
  return { cases: [...others, changed].slice(-CASES_MAX) }
}

/** True if the account does not know the state of a case. A closed case that it never knew does not matter. */
export function isCaseMissed({ cases }: Pick<UserDocument, 'cases'>, { caseId, rev, isOpen }: ReportCase): boolean {
  const known = cases?.find((one) => one.caseId === caseId)
  return known ? known.isOpen !== isOpen && known.rev < rev : isOpen
}

/** True while a case of reports about the user is open. Such users are trusted less. */
export function isReported({ cases }: Pick<UserDocument, 'cases'>): boolean {
  return cases?.some(({ isOpen }) => isOpen) ?? false
}
