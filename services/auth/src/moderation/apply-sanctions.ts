import { randomBytes } from 'node:crypto'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { isRemoval } from '@zing/proto/moderation/decisions'
import { contentRemoved } from '@zing/proto/nats/events'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { deleteBanRecord, keepBanRecord } from './ban-records.ts'
import { hasRemoved } from './removed-content.ts'
import { type ImposedSanction, type LiftedSanction, withoutSanction, withSanction } from './sanctions.ts'
import { isActive } from './suspension.ts'

const APPEAL_TOKEN_BYTES = 32

/**
 * Applies a sanction to an account; a ban of a deleted account keeps its record. A repeated or late event changes
 * nothing, but ends the sessions again.
 */
export async function applySanction(ctx: Ctx, event: ImposedSanction): Promise<void> {
  const appealToken = randomBytes(APPEAL_TOKEN_BYTES).toString('base64url')
  const decide = (before: UserDocument) => withSanction(before, event, appealToken)
  const user = await change(ctx, event, decide, removalOf(event))
  if (!user && event.action === 'ban') return keepBanRecord(ctx, user, event)
  const restriction = user?.restrictions?.find(({ decisionId }) => decisionId === event.decisionId)
  if (!user || !restriction || !isActive(restriction, new Date())) return
  if (event.action === 'ban') await keepBanRecord(ctx, user, event)
  await endOtherSessions(ctx, { userId: event.userId, sid: null }, 'suspended')
}

/** Announces the content that the decision removed. There is none if the user had replaced it before. */
function removalOf({ userId, decisionId, action, reason, text }: ImposedSanction) {
  return function eventsOf(before: UserDocument, after: UserDocument): PendingEvent[] {
    if (!isRemoval(action) || hasRemoved(before, decisionId) || !hasRemoved(after, decisionId)) return []
    return [event(contentRemoved, { userId, decisionId, action, reason, text })]
  }
}

export async function liftSanction(ctx: Ctx, event: LiftedSanction): Promise<void> {
  const user = await change(ctx, event, (before) => withoutSanction(before, event, new Date()))
  const isStillBanned = user?.restrictions?.some(({ decisionId }) => decisionId === event.decisionId) // by a newer event
  if (event.action === 'ban' && !isStillBanned) await deleteBanRecord(ctx, event.decisionId)
}

/** Returns the changed account; null if it is deleted. `decide` returns null for an event that changes nothing. */
async function change(
  ctx: Ctx,
  { userId, action, decisionId }: { userId: number; action: string; decisionId: number },
  decide: (before: UserDocument) => UserDocument | null,
  eventsOf?: (before: UserDocument, after: UserDocument) => PendingEvent[],
): Promise<UserDocument | null> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (!user || !decide(user)) return user
  const changed = await changeUser(ctx, userId, (before) => decide(before) ?? before, eventsOf)
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: action, decisionId })
  return changed
}
