import { AppError } from '@zing/kit/errors'
import { errorCodes } from '@zing/proto/error-codes'
import { errorMessages } from '@zing/proto/http/errors'
import { hasRole, type Role } from '@zing/proto/roles'
import type { CaseDocument } from '../models/case.ts'
import type { Moderator } from './case-change.ts'

export type Refusal = 'own-case' | 'own-decision' | 'needs-admin'

const REFUSALS: Record<Refusal, string> = {
  'own-case': errorMessages.ownCase,
  'own-decision': errorMessages.ownDecision,
  'needs-admin': errorMessages.adminCase,
}

/** A case, and the one whose reports it is about: of an appeal, the first one. */
interface JudgedCase {
  stored: CaseDocument
  reported: Pick<CaseDocument, 'reports'>
}

/** Why a moderator may not decide a case; null if they may. `subjectRole` is that of the user whom it is about. */
export function refusalOf(
  { stored: { userId, reports, appeal }, reported }: JudgedCase,
  moderator: Moderator,
  subjectRole: Role | undefined,
): Refusal | null {
  const isReporter = [...reports, ...reported.reports].some(({ reporterId }) => reporterId === moderator.userId)
  if (userId === moderator.userId || isReporter) return 'own-case'
  if (appeal?.decision.decidedBy === moderator.userId) return 'own-decision'
  return mayJudge(moderator, subjectRole) ? null : 'needs-admin'
}

/** A user with a role is judged by administrators. */
export function mayJudge({ role }: Pick<Moderator, 'role'>, subjectRole: Role | undefined): boolean {
  return !subjectRole || hasRole(role, 'admin')
}

export function requireMayDecide(judged: JudgedCase, moderator: Moderator, subjectRole: Role | undefined): void {
  const refusal = refusalOf(judged, moderator, subjectRole)
  if (refusal) throw refused(refusal)
}

export function refused(refusal: Refusal): AppError {
  return new AppError(403, REFUSALS[refusal], { code: errorCodes.caseRefused })
}
