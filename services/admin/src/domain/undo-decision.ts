import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Decision } from '@zing/proto/moderation/decisions'
import type { Ctx } from '../context.ts'
import type { Moderator } from './case-change.ts'
import { lastDecisionOf, withUndo } from './case-decisions.ts'
import { requireMayDecide } from './case-refusals.ts'
import { toDecision } from './case-view.ts'
import { changeCase, findCaseFor } from './change-case.ts'
import { appealedDecisionOf, appealsOf, reportedCaseOf } from './reported-case.ts'
import { namesOf } from './user-names.ts'

/**
 * Takes the last decision back and opens the case again, unless a newer one about the same user is open. Who may not decide
 * the case does not undo its decision either: to undo a lift would put a suspension back.
 */
export async function undoDecision(ctx: Ctx, moderator: Moderator, id: number): Promise<Decision> {
  const before = await findCaseFor(ctx, moderator, id)
  const reported = await reportedCaseOf(ctx, before)
  requireMayDecide({ stored: before, reported }, moderator, undefined) // an admin: the role of the user does not matter
  const appealed = before.appeal && appealedDecisionOf(before.appeal, reported)
  const appeals = await appealsOf(ctx, [id])
  const undo = (isReopened: boolean) =>
    changeCase(ctx, id, (now) => withUndo(now, moderator, { at: new Date(), appealed, appeals, isReopened, reported }))
  const undone = await undo(true).catch((error: unknown) => {
    if (isDuplicateKey(error)) return undo(false)
    throw error
  })
  const decision = lastDecisionOf(undone)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action: 'undo', caseId: id })
  const { decidedBy } = decision
  return toDecision(decision, await namesOf(ctx, [decidedBy, moderator.userId]))
}
