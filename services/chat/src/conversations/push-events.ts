import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { EventOf, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { aboutIdOf, type Notification } from '@zing/proto/notifications'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { applyPairState } from './apply-pair-state.ts'
import { readConversation } from './find-conversation.ts'
import { isOpen } from './open-conversation.ts'

/**
 * Opens the conversation and pushes the match to both users, unless it has ended or a later match began. Chat may have stored
 * a later state of the same match: a repeated like raises the pair's rev.
 */
export async function pushMatch(ctx: Ctx, event: EventOf<typeof matchCreated>): Promise<void> {
  await applyPairState(ctx, event)
  const [lo, hi] = event.people
  const conversation = await readConversation(ctx, lo.id, hi.id)
  if (!conversation || !isOpen(conversation) || Number(conversation.matchedAt) > Date.parse(event.matchedAt)) return
  if (!event.isAnnounced) {
    ctx.push(lo.id, hi.id, { type: 'MATCH_RESTORED', userId: hi.id })
    ctx.push(hi.id, lo.id, { type: 'MATCH_RESTORED', userId: lo.id })
    return
  }
  ctx.push(lo.id, hi.id, { type: 'NEW_MATCH', match: { ...hi, matchedAt: event.matchedAt } })
  ctx.push(hi.id, lo.id, { type: 'NEW_MATCH', match: { ...lo, matchedAt: event.matchedAt } })
}

/** Closes the conversation and pushes the end. A repeated event is pushed too: the first attempt may have failed halfway. */
export async function pushMatchEnd(ctx: Ctx, event: EventOf<typeof matchEnded>): Promise<void> {
  await applyPairState(ctx, { ...event, matchedAt: null })
  const [lo, hi] = event.userIds
  const conversation = await readConversation(ctx, lo, hi)
  if (!conversation || conversation.matchRev > event.rev) return
  if (conversation.blockedBy.length > 0) return pushBlockOfMatch(ctx, conversation)
  ctx.push(lo, hi, { type: 'MATCH_ENDED', userId: hi })
  ctx.push(hi, lo, { type: 'MATCH_ENDED', userId: lo })
}

/** Pushes the block again. When chat stored it, chat may not have known of the match, and social may still have listed it. */
function pushBlockOfMatch(ctx: Ctx, { members, blockedBy }: Pick<Conversation, 'members' | 'blockedBy'>): void {
  const [blockerId] = blockedBy
  const blockedId = members.find((id) => !blockedBy.includes(id)) // undefined if both have blocked
  if (blockerId !== undefined && blockedId !== undefined)
    ctx.push(blockedId, null, { type: 'USER_BLOCKED', blockedBy: blockerId })
}

/** Pushes a new entry of the list with the unread count; an unannounced entry changes the count only. */
export async function pushNotification(
  ctx: Ctx,
  { userId, notification, unread, isAnnounced }: EventOf<typeof notificationCreated>,
): Promise<void> {
  const aboutId = aboutIdOf(notification)
  if (!ctx.mayReach(userId)) return
  if (aboutId !== null && (await isHidden(ctx, userId, aboutId))) return
  if (isAnnounced && notification.type === 'LIKE') ctx.push(userId, aboutId, newLike(userId, notification))
  if (isAnnounced) ctx.push(userId, aboutId, { type: 'NOTIFICATION', notification })
  ctx.push(userId, aboutId, { type: 'NOTIFICATION_COUNT', count: unread })
}

function newLike(likedId: number, { payload, createdAt }: Extract<Notification, { type: 'LIKE' }>): ServerFrame {
  const { userId: id, name, selfie } = payload
  return { type: 'NEW_LIKE', like: { likerId: id, likedId, createdAt }, user: { id, name, selfie } }
}

/** True after a block between the two users, or after the deletion of one. */
async function isHidden({ models }: Ctx, a: number, b: number): Promise<boolean> {
  const blocked = { _id: pairKey(a, b), 'blockedBy.0': { $exists: true } }
  const [block, isDeleted] = await Promise.all([
    models.Conversation.exists(blocked),
    isAnyDeleted(models.Tombstone, [a, b]),
  ])
  return block !== null || isDeleted
}
