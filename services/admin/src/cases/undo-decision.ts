import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Decision } from '@zing/proto/moderation/decisions'
import type { Ctx } from '../context.ts'
import { toDecision } from './case-view.ts'
import { changeCase } from './change-case.ts'
import { appealedDecisionOf, findJudgedFor } from './reports/reported-case.ts'
import type { Moderator } from './rules/case-change.ts'
import { lastDecisionOf } from './rules/case-decisions.ts'
import { refused, undoRefusalOf } from './rules/case-refusals.ts'
import { withUndo } from './rules/case-undo.ts'
import { namesOf } from './user-names.ts'

/**
 * Undoes the last decision and opens the case again, unless a newer case about the same user is open. An admin who may
 * not decide the case may not undo its decision either: undoing a lift restores a suspension. A decision with a closed
 * appeal stays: the reopened case could repeat a sanction that the appeal has lifted.
 */
export async function undoDecision(ctx: Ctx, moderator: Moderator, id: number): Promise<Decision> {
  const judged = await findJudgedFor(ctx, moderator, id)
  const refusal = undoRefusalOf(judged, moderator)
  if (refusal) throw refused(refusal)
  const { stored, reported, appeals } = judged
  const appealed = stored.appeal && appealedDecisionOf(stored.appeal, reported)
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
