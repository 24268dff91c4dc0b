import { eraseUsage } from '@zing/kit/mongo/daily-quota'
import { sweepTombstones } from '@zing/kit/mongo/tombstones'
import { eraseDeadLetters } from '@zing/kit/nats/dead-letters'
import { forEachPage } from '@zing/kit/nats/reconcile'
import { eraseDeletedUser, eraseMissedUsers } from '@zing/kit/nats/user-erasure'
import { type DeletedUser, getDeletedUserPage } from '@zing/proto/nats/rpc/auth'
import { textNamesUser } from '@zing/proto/profiles/names-user'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { deleteMedia } from '../media/delete-media.ts'
import { MEDIA_QUOTAS } from '../media/media-quota.ts'
import { FIRST_MESSAGES } from '../messages/first-messages.ts'
import type { Conversation } from '../models/conversation.ts'

const CONVERSATIONS_AT_ONCE = 500

/**
 * Erases a deleted user's conversations with both members' messages and reactions. Pushes the end of the matches to the
 * partners.
 */
export function eraseUser(ctx: Ctx, user: DeletedUser): Promise<void> {
  return eraseDeletedUser(ctx, user, eraseData)
}

/** Erases users whose deletion this service has missed. */
export function eraseMissed(ctx: Ctx): Promise<void> {
  return forEachPage(ctx.nats, getDeletedUserPage, (deleted) => eraseMissedUsers(ctx, deleted, eraseData))
}

/** Erases again what writes in flight have left of deleted users, such as a flush that was reading a conversation. */
export function sweepDeletedUsers(ctx: Ctx): Promise<void> {
  return sweepTombstones(ctx.models.Tombstone, async (userId) => {
    await eraseData(ctx, userId)
    await ctx.models.Tombstone.updateOne({ _id: userId }, { $unset: { conversations: '' } })
  })
}

async function eraseData(ctx: Ctx, userId: number): Promise<void> {
  const { Message, Reaction, Tombstone, FirstMessages, DailyUsage } = ctx.models
  await eraseConversations(ctx, userId)
  const tombstone = await Tombstone.findById(userId, { conversations: 1 }).lean()
  for (const conv of tombstone?.conversations ?? []) {
    await Message.deleteMany({ conv })
    await Reaction.deleteMany({ conv })
  }
  await FirstMessages.deleteOne({ _id: userId })
  await FirstMessages.updateMany({ 'recent.receiverId': userId }, { $pull: { recent: { receiverId: userId } } })
  await eraseUsage(DailyUsage, userId, [FIRST_MESSAGES, ...MEDIA_QUOTAS])
  await eraseDeadLetters(Message.db, (text) => textNamesUser(text, userId))
  // last: their blobs may be in a bucket that is away
  for (const conv of tombstone?.conversations ?? []) await deleteMedia(ctx, { conv })
}

/**
 * Erases the conversations before their messages, so that no client sends meanwhile and a flush in flight undoes its inserts.
 * The tombstone keeps their ids: after a crash nothing else leads to the messages.
 */
async function eraseConversations(ctx: Ctx, userId: number): Promise<void> {
  const { Conversation: Conversations, Tombstone } = ctx.models
  const fields = { members: 1, matched: 1, blockedBy: 1 } as const
  for (let isFull = true; isFull; ) {
    const found = await Conversations.find({ members: userId }, fields)
      .limit(CONVERSATIONS_AT_ONCE)
      .lean<Pick<Conversation, '_id' | keyof typeof fields>[]>()
    if (found.length === 0) return
    const ids = found.map(({ _id }) => _id)
    await Tombstone.updateOne({ _id: userId }, { $addToSet: { conversations: { $each: ids } } })
    await Conversations.deleteMany({ _id: { $in: ids } })
    for (const open of found.filter(isOpen)) ctx.push(partnerOf(open, userId), userId, { type: 'MATCH_ENDED', userId })
    isFull = found.length === CONVERSATIONS_AT_ONCE
  }
}
