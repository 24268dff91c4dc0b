import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { event } from '@zing/kit/nats/outbox'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { appealCreated } from '@zing/proto/nats/events'
import { getAppellant } from '@zing/proto/nats/rpc/auth'
import { audited } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import { outboxOf } from '../evidence/case-seal.ts'
import type { CaseDocument } from '../models/case.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { timeAfter, timesOfDecision } from './rules/decision-time.ts'

/** An appeal is as urgent as a severe report: an innocent user may be locked out. */
const RESPONSE_MS = 8 * 60 * 60 * 1_000

/** Opens a case for the one appeal against a decision. The token is the proof: the user cannot sign in. */
export async function createAppeal(
  ctx: Ctx,
  { token, text }: { token: string; text: string },
): Promise<{ id: number }> {
  const appellant = await request(ctx.nats, getAppellant, { token })
  if (!appellant) throw errors.appealInvalid()
  const { userId, decisionId } = appellant
  const decided = await ctx.models.Case.findOne(
    { userId, decisions: { $elemMatch: { id: decisionId, undoneAt: null } } },
    { outbox: 0 },
  ).lean<CaseDocument>()
  const decision = decided?.decisions.find(({ id }) => id === decisionId)
  if (!decided || !decision) throw errors.appealInvalid()

  const id = await ctx.ids.cases.next()
  const createdAt = timeAfter(new Date(), timesOfDecision(decision))
  const epoch = await currentEpoch(ctx)
  const details = { decisionId: String(decisionId) }
  const opened: CaseDocument = {
    _id: id,
    kind: 'appeal',
    status: 'open',
    userId,
    severity: decided.severity,
    openedAt: createdAt,
    dueAt: new Date(createdAt.getTime() + RESPONSE_MS),
    closedAt: null,
    claim: null,
    reports: [],
    dueReporterId: null,
    decisions: [],
    notes: [],
    appeal: { caseId: decided._id, decision, text, createdAt },
    hasEvidence: true,
    rev: 1,
    epoch,
  }
  const events = [
    audited({ action: 'appeal.created', actorId: userId, caseId: id, userId, details }),
    event(appealCreated, { userId, decisionId }),
  ]
  ensureInTime()
  try {
    await ctx.models.Case.create({ ...opened, outbox: outboxOf(opened, events, createdAt) })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const isMade = await ctx.models.Case.exists({ 'appeal.decision.id': decisionId, kind: 'appeal' })
    if (!isMade) throw errors.busy() // another case has the id
    throw errors.appealMade()
  }
  ctx.relay.wake()
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'appeal', caseId: id })
  return { id }
}
