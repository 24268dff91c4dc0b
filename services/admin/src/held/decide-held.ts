import { undoIfRefused } from '@zing/kit/errors'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { BodyOf, ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { decideHeld as contract } from '@zing/proto/http/staff/moderation'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { ReportCategory } from '@zing/proto/moderation/categories'
import { decideHeldMessages, getHeldMessages, type StoredHeldMessage } from '@zing/proto/nats/rpc/chat'
import { audit } from '../audit/audit.ts'
import { relatedTo } from '../cases/related-users.ts'
import { addReport } from '../cases/reports/add-report.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import { mayJudge, refused } from '../cases/rules/case-refusals.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import { deleteEvidence, storeEvidence } from '../evidence/evidence-store.ts'
import { aboutAccount, type Taken, takeAccount } from '../evidence/take-evidence.ts'
import type { StoredReport } from '../models/case-parts.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { withClaim } from '../with-claim.ts'

/** Text of the report that a rejection makes. */
const REPORT_TEXT = 'A moderator has rejected these first messages.'

/**
 * Releases or rejects held messages of a sender. The audit entry and the report of a rejection come first. After a
 * later failure the messages stay held, and the moderator decides again. A claim keeps out other moderators, who could
 * release messages that the report is about.
 */
export function decideHeld(
  ctx: Ctx,
  moderator: Moderator,
  senderId: number,
  body: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const claim = { userId: senderId, refusal: errors.heldClaimed }
  return withClaim(ctx, claim, () => decideClaimed(ctx, moderator, senderId, body))
}

async function decideClaimed(
  ctx: Ctx,
  moderator: Moderator,
  senderId: number,
  { action, messageIds, category }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const held = await findHeld(ctx, moderator, senderId, messageIds)
  await requireMayDecide(ctx, moderator, held, senderId)
  const decided = completeOf(held, new Set(messageIds))
  if (decided.length === 0) throw errors.heldChanged()

  const ids = decided.map(({ id }) => id)
  const details = { messageIds: ids.join(','), ...(category && { category }) }
  const outcome = action === 'release' ? 'held.released' : 'held.rejected'
  await audit(ctx, { action: outcome, actorId: moderator.userId, caseId: null, userId: senderId, details })
  const rejection = category && { actorId: moderator.userId, senderId, category, held: decided }
  const caseId = rejection ? await reportHeld(ctx, rejection) : null
  const result = await request(ctx.nats, decideHeldMessages, { senderId, messageIds: ids, action })
  if (result.messageIds.length === 0) throw errors.heldChanged()
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action: outcome, subject: senderId })
  return { messageIds: result.messageIds, caseId }
}

/** Loads the held messages of the sender. 404 if none of the ids is among them, or if the moderator is the sender. */
async function findHeld(
  ctx: Ctx,
  moderator: Moderator,
  senderId: number,
  messageIds: number[],
): Promise<StoredHeldMessage[]> {
  const { messages: held } = await request(ctx.nats, getHeldMessages, { senderId })
  const isKnown = held.some(({ id }) => messageIds.includes(id))
  if (senderId === moderator.userId || !isKnown) throw errors.heldNotFound()
  return held
}

async function requireMayDecide(
  ctx: Ctx,
  moderator: Moderator,
  held: StoredHeldMessage[],
  senderId: number,
): Promise<void> {
  if (held.some(({ receiverId }) => receiverId === moderator.userId)) throw errors.ownHeld()
  const [related, names] = await Promise.all([relatedTo(ctx, moderator, [senderId]), namesOf(ctx, [senderId])])
  if (related.has(senderId)) throw refused('own-case')
  if (!mayJudge(moderator, names.roleOf(senderId))) throw refused('needs-admin')
}

/** Keeps the messages to receivers for whom the moderator has seen every held message. */
export function completeOf(held: StoredHeldMessage[], seen: ReadonlySet<number>): StoredHeldMessage[] {
  const byReceiver = Map.groupBy(held, ({ receiverId }) => receiverId)
  return [...byReceiver.values()].filter((messages) => messages.every(({ id }) => seen.has(id))).flat()
}

interface Rejection {
  /** The moderator. */
  actorId: number
  senderId: number
  category: ReportCategory
  held: StoredHeldMessage[]
}

/** Reports the sender with the rejected messages as evidence, and returns the id of the case. */
async function reportHeld(ctx: Ctx, { actorId, senderId: userId, category, held }: Rejection): Promise<number> {
  const takenAt = new Date()
  const epoch = await currentEpoch(ctx)
  const account = await takeAccount(ctx, userId)
  const id = await ctx.ids.reports.next()
  const words = { reporterId: SYSTEM_REPORTER_ID, category, text: REPORT_TEXT }
  const reported = { reportId: id, userId, ...words }
  const marked = held.map(({ receiverId: _receiver, reason: _reason, ...message }) => ({ ...message, isMarked: true }))
  const taken: Taken = { takenAt, ...account, messages: marked, media: [] }
  async function store() {
    const evidenceHash = await storeEvidence(ctx, reported, taken, epoch)
    const about = { ...aboutAccount(taken), evidenceHash, moderatorId: actorId }
    const report: StoredReport = { id, ...words, ...about }
    return await addReport(ctx, { userId, report, epoch, actorId })
  }
  return undoIfRefused(store, () => deleteEvidence(ctx, id))
}
