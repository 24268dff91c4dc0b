import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Decision } from '@zing/proto/moderation/decisions'
import type { Ctx } from '../context.ts'
import { toDecision } from './case-view.ts'
import { changeCase } from './change-case.ts'
import { appealedDecisionOf, findJudgedFor } from './reports/reported-case.ts'
import type { Moderator } from './rules/case-change.ts'
import { lastDecisionOf, withUndo } from './rules/case-decisions.ts'
import { refused, undoRefusalOf } from './rules/case-refusals.ts'
import { namesOf } from './user-names.ts'

/**
 * Takes the last decision back and opens the case again, unless a newer one about the same user is open. Who may not decide
 * the case does not undo its decision either: to undo a lift would put a suspension back. A decision whose appeal is closed stays:
 * the case would be open again, and what the appeal has lifted could be decided once more.
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
