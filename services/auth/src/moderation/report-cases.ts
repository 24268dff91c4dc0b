import type { ReportCase, UserDocument } from '../models/user.ts'

/** Cases that an account keeps: no event about an older one is late by that much. */
const CASES_MAX = 20

/**
 * The cases of an account after an event; null if it changes nothing. Of one case only an event with a higher rev
 * counts, since an old one can come again; those of different cases do not depend on each other.
 */
export function withCase({ cases }: Pick<UserDocument, 'cases'>, changed: ReportCase): { cases: ReportCase[] } | null {
  const known = cases ?? []
  if (known.some(({ caseId, rev }) => caseId === changed.caseId && rev >= changed.rev)) return null
  const others = known.filter(({ caseId }) => caseId !== changed.caseId)
  return { cases: [...others, changed].slice(-CASES_MAX) }
}

/** True if the account does not know that a case is open or closed; of unknown cases only open ones matter. */
export function isCaseMissed({ cases }: Pick<UserDocument, 'cases'>, { caseId, rev, isOpen }: ReportCase): boolean {
  const known = cases?.find((one) => one.caseId === caseId)
  return known ? known.isOpen !== isOpen && known.rev < rev : isOpen
}

/** True while a case of reports about the user is open: they are trusted less. */
export function isReported({ cases }: Pick<UserDocument, 'cases'>): boolean {
  return cases?.some(({ isOpen }) => isOpen) ?? false
}
