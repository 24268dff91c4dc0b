import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { DISMISSALS_MAX } from '@zing/proto/limits'
import type { DismissalReason } from '@zing/proto/moderation/decisions'
import type { Ctx } from '../../context.ts'
import type { CaseDocument } from '../../models/case.ts'
import { currentEpoch } from '../../reset/current-epoch.ts'
import { swap } from '../change-case.ts'
import { relatedTo } from '../related-users.ts'
import type { Moderator } from '../rules/case-change.ts'
import { holderOf } from '../rules/case-claims.ts'
import { withDismissal } from '../rules/case-decisions.ts'
import { refusalOf, refused } from '../rules/case-refusals.ts'
import { namesOf } from '../user-names.ts'
import { appealsOf } from './reported-case.ts'

/** Cases that a call looks at; with the reporter they fit RELATED_PER_REQUEST. */
const CANDIDATES_MAX = 150

/**
 * Dismisses the open cases that only this user has reported. A case that has changed since it was read stays: another user may have
 * reported too.
 */
export async function dismissReports(
  ctx: Ctx,
  moderator: Moderator,
  reporterId: number,
  reason: DismissalReason,
): Promise<{ caseIds: number[]; hasMore: boolean }> {
  const mine = await findDismissable(ctx, moderator, reporterId)
  const caseIds: number[] = []
  for (const stored of mine.slice(0, DISMISSALS_MAX)) {
    const made = { id: await ctx.ids.decisions.next(), at: new Date() }
    ensureInTime()
    const after = await swap(ctx, stored, withDismissal(stored, moderator, { reporterId, reason }, made))
    if (after) caseIds.push(after._id)
  }
  const { userId } = moderator
  logSecurityEvent(ctx.log, 'authz_admin', {
    userId,
    action: 'dismiss reports',
    subject: reporterId,
    cases: caseIds.length,
  })
  return { caseIds, hasMore: mine.length > DISMISSALS_MAX }
}

async function findDismissable(ctx: Ctx, moderator: Moderator, reporterId: number): Promise<CaseDocument[]> {
  if (reporterId === moderator.userId) throw refused('own-case')
  const open = { status: 'open' as const, kind: 'report' as const, epoch: { $gte: await currentEpoch(ctx) } }
  const reported = await ctx.models.Case.find(
    { ...open, userId: { $ne: moderator.userId }, 'reports.reporterId': reporterId },
    { outbox: 0 },
  )
    .sort({ dueAt: 1, _id: 1 })
    .limit(CANDIDATES_MAX)
    .lean<CaseDocument[]>()
  const at = new Date()
  const free = reported.filter(
    (stored) =>
      stored.reports.every((report) => report.reporterId === reporterId) &&
      [null, moderator.userId].includes(holderOf(stored, at)),
  )
  const userIds = free.map(({ userId }) => userId)
  const caseIds = free.map(({ _id }) => _id)
  const [related, names, appeals] = await Promise.all([
    relatedTo(ctx, moderator, [reporterId, ...userIds]),
    namesOf(ctx, userIds),
    appealsOf(ctx, caseIds),
  ])
  if (related.has(reporterId)) throw refused('own-case')
  return free.filter((stored) => {
    const ofCase = appeals.filter(({ appeal }) => appeal?.caseId === stored._id)
    const judged = { stored, reported: stored, appeals: ofCase, isRelated: related.has(stored.userId) }
    return refusalOf(judged, moderator, names.roleOf(stored.userId)) === null
  })
}
