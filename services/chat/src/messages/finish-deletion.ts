import { errors } from '@zing/proto/errors'
import type { mongo } from 'mongoose'
import type { Ctx } from '../context.ts'
import { otherSide, partnerOf, sideOf } from '../conversations/members.ts'
import { hiddenUpTo, isHeldBack } from '../holds/hold.ts'
import { deleteMedia } from '../media/delete-media.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import type { FoundMessage } from './find-message.ts'
import { flushPending } from './flush-pending.ts'
import { DELETED_CONTENT, fromStored, type NumberedMessage } from './message-view.ts'

/** Ids of deleted messages that a conversation remembers: more than are deleted while a reply is on its way. */
const DELETED_IDS = 100
/** Enough while the receiver reads other messages. */
const MAX_ATTEMPTS = 5
const FINISHED_AT_ONCE = 500
/** A younger deletion may still be under way. */
const IN_FLIGHT_MS = 60_000

/**
 * Removes what other documents have of a deleted message, then tells both members. Can be repeated: each write changes
 * nothing the second time.
 */
export async function finishDeletion(ctx: Ctx, { conversation: { _id: conv }, message }: FoundMessage): Promise<void> {
  const { conversations, messages, reactions } = ctx.models.raw
  const { id } = message
  const conversation = await noteDeleted(ctx, conv, message)
  if (!conversation) return
  await conversations.updateOne(
    { _id: conv, 'last.id': id },
    {
      $set: { 'last.content': DELETED_CONTENT, 'last.deletedAt': new Date() },
      $unset: { 'last.replyTo': '', 'last.media': '' },
    },
  )
  await conversations.updateOne({ _id: conv, 'reacted.id': id }, { $set: { 'reacted.content': '' } })
  await reactions.deleteOne({ _id: id, conv })
  await removeQuotes(ctx, conversation, message)
  if (message.media) await deleteMedia(ctx, { _id: message.media.id, conv })
  await messages.updateOne({ _id: id, conv }, { $unset: { isErasing: '', media: '' } })
  announce(ctx, conversation, message)
}

/** Completes deletions of which a crash left a part. */
export async function finishDeletions(ctx: Ctx): Promise<void> {
  const { conversations, messages } = ctx.models.raw
  const begun = await messages
    .find({ isErasing: true, deletedAt: { $lt: new Date(Date.now() - IN_FLIGHT_MS) } })
    .limit(FINISHED_AT_ONCE)
    .toArray()
  for (const stored of begun) {
    const conversation = await conversations.findOne({ _id: stored.conv }, { projection: CONVERSATION_FIELDS })
    if (conversation) await finishDeletion(ctx, { conversation, message: fromStored(stored) })
  }
}

/**
 * Notes the deletion in the conversation, once. Replies and reactions in flight then fail to repeat the content, and an
 * unread message counts as seen. Returns the conversation; null if it was erased.
 */
async function noteDeleted(ctx: Ctx, conv: string, message: NumberedMessage): Promise<Conversation | null> {
  const { conversations } = ctx.models.raw
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const conversation = await conversations.findOne({ _id: conv }, { projection: CONVERSATION_FIELDS })
    if (!conversation || conversation.deletedIds?.includes(message.id)) return conversation
    const noted = await conversations.findOneAndUpdate(
      unchanged(conversation, message),
      noteOf(conversation, message),
      {
        projection: CONVERSATION_FIELDS,
        returnDocument: 'after',
      },
    )
    if (noted) return noted
  }
  throw errors.unavailable()
}

function noteOf(conversation: Conversation, message: NumberedMessage): mongo.UpdateFilter<Conversation> {
  const receiver = otherSide(sideOf(conversation, message.senderId))
  const isUnread = message.seq > conversation.read[receiver] && !isHeldBack(conversation, message)
  return {
    $push: { deletedIds: { $each: [message.id], $slice: -DELETED_IDS } },
    $inc: { reactionRev: 1, ...(isUnread && { [`seen.${receiver}`]: 1 }) },
  }
}

/** Filter for a conversation in which the message still counts as it was read. */
function unchanged(conversation: Conversation, { id, senderId }: NumberedMessage) {
  const receiver = otherSide(sideOf(conversation, senderId))
  const { hold } = conversation
  return {
    _id: conversation._id,
    deletedIds: { $ne: id },
    [`read.${receiver}`]: conversation.read[receiver],
    ...(hold ? { 'hold.isHeld': hold.isHeld, 'hold.isOpen': hold.isOpen } : { hold: { $exists: false } }),
  }
}

/** The conversation refuses new quotations by now. Those that came before are stored, or flushed here. */
async function removeQuotes(ctx: Ctx, conversation: Conversation, { id, seq }: NumberedMessage): Promise<void> {
  const { _id: conv, pending } = conversation
  const { conversations, messages } = ctx.models.raw
  if (pending.some(({ replyTo }) => replyTo?.id === id)) await flushPending(ctx.models, [conversation])
  await messages.updateMany({ conv, seq: { $gt: seq }, 'replyTo.id': id }, { $unset: { replyTo: '' } })
  await conversations.updateOne({ _id: conv, 'last.replyTo.id': id }, { $unset: { 'last.replyTo': '' } })
}

function announce(ctx: Ctx, conversation: Conversation, { id: messageId, seq }: NumberedMessage): void {
  for (const viewerId of conversation.members) {
    if (seq <= hiddenUpTo(conversation, viewerId)) continue
    const partnerId = partnerOf(conversation, viewerId)
    ctx.push(viewerId, partnerId, { type: 'MESSAGE_DELETED', partnerId, messageId, seq })
  }
}
