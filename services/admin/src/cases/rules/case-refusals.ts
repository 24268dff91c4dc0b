import { hasRole, type Role } from '@zing/proto/accounts/roles'
import { type AppError, type ErrorFactory, errors } from '@zing/proto/errors'
import type { JudgedCase } from '../reports/reported-case.ts'
import type { Moderator } from './case-change.ts'

export type Refusal = 'own-case' | 'own-decision' | 'needs-admin'

const REFUSALS: Record<Refusal, ErrorFactory> = {
  'own-case': errors.ownCase,
  'own-decision': errors.ownDecision,
  'needs-admin': errors.adminCase,
}

/**
 * Why a moderator may not decide a case; null if they may. `subjectRole` is the role of the user in question. A
 * moderator whose decision was appealed decides neither the appeal nor the reopened case. A moderator who rejected held
 * messages decides the resulting case, but no appeal.
 */
export function refusalOf(
  { stored: { userId, reports, appeal }, reported, appeals, isRelated }: JudgedCase,
  moderator: Moderator,
  subjectRole: Role | undefined,
): Refusal | null {
  const isReporter = [...reports, ...reported.reports].some(({ reporterId }) => reporterId === moderator.userId)
  const hasRejected = appeal !== null && reported.reports.some(({ moderatorId }) => moderatorId === moderator.userId)
  if (userId === moderator.userId || isReporter || hasRejected || isRelated) return 'own-case'
  if (appeals.some(({ appeal }) => appeal?.decision.decidedBy === moderator.userId)) return 'own-decision'
  return mayJudge(moderator, subjectRole) ? null : 'needs-admin'
}

/**
 * Why an admin may not undo the last decision; null if they may. An open appeal against that decision is no reason: the
 * admin who decided can give in.
 */
export function undoRefusalOf(judged: JudgedCase, moderator: Moderator): Refusal | null {
  const last = judged.stored.decisions.at(-1)
  const appeals = judged.appeals.filter(({ appeal }) => appeal?.decision.id !== last?.id)
  return refusalOf({ ...judged, appeals }, moderator, undefined) // an admin: the role of the user does not matter
}

/** Only admins judge a user with a role. */
export function mayJudge({ role }: Pick<Moderator, 'role'>, subjectRole: Role | undefined): boolean {
  return !subjectRole || hasRole(role, 'admin')
}

export function requireMayDecide(judged: JudgedCase, moderator: Moderator, subjectRole: Role | undefined): void {
  const refusal = refusalOf(judged, moderator, subjectRole)
  if (refusal) throw refused(refusal)
}

export function refused(refusal: Refusal): AppError {
  return REFUSALS[refusal]()
}
