import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { CaseNote, Claim, Decision } from '@zing/proto/moderation'
import type { Ctx } from '../context.ts'
import { decisionDuration } from '../metrics.ts'
import type { CaseDocument } from '../models/case.ts'
import {
  type DecisionInput,
  decisionToUndo,
  type Moderator,
  refusalOf,
  refused,
  requireMayDecide,
  withClaim,
  withDecision,
  withNote,
  withoutClaim,
  withUndo,
} from './case-rules.ts'
import { toDecision } from './case-view.ts'
import { changeCase, findCaseFor } from './change-case.ts'
import { findEvidence } from './evidence-store.ts'
import { namesOf } from './user-names.ts'

/** Takes a case, so that no other moderator decides it meanwhile. */
export async function claimCase(ctx: Ctx, moderator: Moderator, id: number): Promise<Claim> {
  const { userId } = await findCaseFor(ctx, moderator, id)
  const names = await namesOf(ctx, [userId, moderator.userId])
  const { claim } = await changeCase(ctx, id, (before) => {
    requireMayDecide(before, moderator, names.roleOf(userId))
    return withClaim(before, moderator, new Date())
  })
  const until = (claim?.until ?? new Date()).toISOString()
  return { userId: moderator.userId, name: names.of(moderator.userId).name, until }
}

export async function releaseCase(ctx: Ctx, moderator: Moderator, id: number): Promise<void> {
  await findCaseFor(ctx, moderator, id)
  await changeCase(ctx, id, (before) => withoutClaim(before, moderator, new Date()))
}

export async function addNote(ctx: Ctx, moderator: Moderator, id: number, text: string): Promise<CaseNote> {
  await findCaseFor(ctx, moderator, id)
  const note = { id: await ctx.ids.notes.next(), authorId: moderator.userId, text, createdAt: new Date() }
  await changeCase(ctx, id, (before) => withNote(before, note))
  const names = await namesOf(ctx, [moderator.userId])
  return { id: note.id, author: names.of(moderator.userId), text, createdAt: note.createdAt.toISOString() }
}

/** Decides a claimed case; its effect on the account follows by an event of the same write. */
export async function decideCase(ctx: Ctx, moderator: Moderator, id: number, input: DecisionInput): Promise<Decision> {
  const { userId } = await findCaseFor(ctx, moderator, id)
  const names = await namesOf(ctx, [userId, moderator.userId])
  const decisionId = await ctx.ids.decisions.next()
  const decided = await changeCase(ctx, id, (before) => {
    requireMayDecide(before, moderator, names.roleOf(userId))
    return withDecision(before, moderator, input, { id: decisionId, at: new Date() })
  })
  const decision = lastOf(decided)
  decisionDuration.observe((decision.decidedAt.getTime() - decided.openedAt.getTime()) / 1_000)
  const { action, reason } = input
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action, reason, caseId: id })
  return toDecision(decision, names)
}

/** Takes the last decision back and opens the case again, unless a newer one about the same user is open. */
export async function undoDecision(ctx: Ctx, moderator: Moderator, id: number): Promise<Decision> {
  const before = await findCaseFor(ctx, moderator, id)
  if (refusalOf(before, moderator, undefined) === 'own-case') throw refused('own-case')
  const removed = await removedText(ctx, before)
  const undo = (isReopened: boolean) =>
    changeCase(ctx, id, (now) => withUndo(now, moderator, { at: new Date(), removed, isReopened }))
  const undone = await undo(true).catch((error: unknown) => {
    if (isDuplicateKey(error)) return undo(false)
    throw error
  })
  const decision = lastOf(undone)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action: 'undo', caseId: id })
  const { decidedBy } = decision
  return toDecision(decision, await namesOf(ctx, [decidedBy, moderator.userId]))
}

/** What the decision to undo has removed, as the evidence of the latest report has it; null for any other action. */
async function removedText(ctx: Ctx, before: CaseDocument): Promise<string | null> {
  const { field } = decisionToUndo(before, new Date())
  const latest = before.reports.at(-1)
  if (!field || !latest) return null
  const evidence = (await findEvidence(ctx, [latest.id])).get(latest.id)
  return evidence?.profile[field] ?? null
}

function lastOf({ decisions }: CaseDocument) {
  const decision = decisions.at(-1)
  if (!decision) throw new Error('a decided case has a decision')
  return decision
}
