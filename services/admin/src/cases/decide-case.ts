import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Decision, ProfileText } from '@zing/proto/moderation/decisions'
import { comparedText } from '@zing/proto/moderation/evidence'
import { sha256 } from '../audit/hash-chain.ts'
import type { Ctx } from '../context.ts'
import { findEvidence } from '../evidence/evidence-store.ts'
import { decisionDuration } from '../metrics.ts'
import type { CaseDocument } from '../models/case.ts'
import { toDecision } from './case-view.ts'
import { changeCase } from './change-case.ts'
import { appealedDecisionOf, findJudgedFor } from './reports/reported-case.ts'
import type { Moderator } from './rules/case-change.ts'
import { type DecisionInput, lastDecisionOf, withDecision } from './rules/case-decisions.ts'
import { requireMayDecide } from './rules/case-refusals.ts'
import { namesOf } from './user-names.ts'

/** Decides a claimed case. An event in the same write carries the effect to the account. */
export async function decideCase(ctx: Ctx, moderator: Moderator, id: number, input: DecisionInput): Promise<Decision> {
  const judged = await findJudgedFor(ctx, moderator, id)
  const { userId } = judged.stored
  const names = await namesOf(ctx, [userId, moderator.userId])
  const shown = input.field ? { textDigest: await shownTextOf(ctx, judged.reported, input.field) } : {}
  const decisionId = await ctx.ids.decisions.next()
  const decided = await changeCase(ctx, id, (before) => {
    requireMayDecide({ ...judged, stored: before }, moderator, names.roleOf(userId))
    const appealed = before.appeal && appealedDecisionOf(before.appeal, judged.reported)
    const isAccountGone = names.of(userId).username === null
    const parts = { id: decisionId, at: new Date(), appealed, isAccountGone, ...shown }
    return withDecision(before, moderator, input, parts)
  })
  const decision = lastDecisionOf(decided)
  decisionDuration.observe((decision.decidedAt.getTime() - decided.openedAt.getTime()) / 1_000)
  const { action, reason } = input
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action, reason, caseId: id })
  return toDecision(decision, names)
}

/** Digest of the text in the newest report's evidence. A text that the user has changed since was not judged. */
async function shownTextOf(ctx: Ctx, { reports }: CaseDocument, field: ProfileText): Promise<string> {
  const newest = reports.at(-1)?.id ?? 0
  const evidence = (await findEvidence(ctx, [newest])).get(newest)
  return sha256(comparedText(evidence?.profile ?? {}, field))
}
