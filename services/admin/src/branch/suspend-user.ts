import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { audited } from '../audit/audit.ts'
import { appealsOf } from '../cases/reports/reported-case.ts'
import { aboutCase } from '../cases/rules/case-change.ts'
import { endlessSuspension } from '../cases/rules/case-decisions.ts'
import { severityRank } from '../cases/rules/report-priority.ts'
import type { Ctx } from '../context.ts'
import { outboxOf } from '../evidence/case-seal.ts'
import type { CaseDocument } from '../models/case.ts'
import { currentEpoch } from '../reset/current-epoch.ts'

interface By {
  moderatorId: number
  /** The user below whom the branch begins. */
  rootId: number
  /** The moderator's words for the user. */
  text: string | null
}

/**
 * Suspends a user without end, by a closed case: so an admin can undo it and the user can appeal. False if the user is
 * suspended so already. `branchKey` is unique: of concurrent decisions one counts.
 */
export async function suspendUser(ctx: Ctx, userId: number, { moderatorId, rootId, text }: By): Promise<boolean> {
  const earlier = await ctx.models.Case.find({ userId, branchKey: { $exists: true } }, { outbox: 0 }).lean<
    CaseDocument[]
  >()
  if (await isAnyStanding(ctx, earlier)) return false
  const at = new Date()
  const decisionId = await ctx.ids.decisions.next()
  const decision = endlessSuspension({ id: decisionId, at, text, decidedBy: moderatorId })
  const closed: CaseDocument = {
    _id: await ctx.ids.cases.next(),
    kind: 'report',
    status: 'closed',
    userId,
    severity: severityRank('other'),
    openedAt: at,
    dueAt: at,
    closedAt: at,
    claim: null,
    reports: [],
    dueReporterId: null,
    decisions: [decision.stored],
    notes: [],
    appeal: null,
    hasEvidence: true,
    branchKey: `${userId}:${earlier.length}`,
    rev: 1,
    epoch: await currentEpoch(ctx),
  }
  const { action, reason } = decision.stored
  const details = { decisionId: String(decisionId), action, reason, branchOf: String(rootId) }
  const events = [audited(aboutCase(closed, moderatorId, 'case.decided', details)), ...decision.eventsFor(closed)]
  try {
    await ctx.models.Case.create({ ...closed, outbox: outboxOf(closed, events, at) })
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
  return true
}

/** True if one of these suspensions was neither undone nor lifted. Auth may not have applied it yet. */
async function isAnyStanding(ctx: Ctx, cases: CaseDocument[]): Promise<boolean> {
  if (cases.length === 0) return false
  const appeals = await appealsOf(
    ctx,
    cases.map(({ _id }) => _id),
  )
  const lifted = new Set(
    appeals
      .filter(({ decisions }) => decisions.some(({ action, undoneAt }) => action === 'lift' && !undoneAt))
      .map(({ appeal }) => appeal?.decision.id),
  )
  return cases.some(({ decisions }) =>
    decisions.some(
      ({ id, action, days, undoneAt }) => action === 'suspend' && days === null && !undoneAt && !lifted.has(id),
    ),
  )
}
