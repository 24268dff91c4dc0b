import { isDatabaseUnavailable, isDuplicateKey } from '@zing/kit/mongo/errors'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { QUOTE_MAX } from '@zing/proto/limits'
import type { ReactionEmoji } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { otherSide, partnerOf, type Side, sideOf } from '../conversations/members.ts'
import { hiddenUpTo } from '../holds/hold.ts'
import { previewOf } from '../media/media-view.ts'
import { type FoundMessage, findMessage } from '../messages/find-message.ts'
import { firstCharacters } from '../messages/first-characters.ts'
import type { Conversation } from '../models/conversation.ts'
import type { StoredReactions } from '../models/reaction.ts'
import { reactionsOf } from './reaction-view.ts'

/**
 * Sets or removes (null) the user's reaction to a message, then pushes the stored reactions to both members. An unchanged
 * reaction is pushed too: the first request's push may be lost.
 */
export async function setReaction(
  ctx: Ctx,
  userId: number,
  messageId: number,
  emoji: ReactionEmoji | null,
): Promise<void> {
  const found = await findMessage(ctx, userId, messageId)
  if (!found || found.message.deletedAt || found.message.seq <= hiddenUpTo(found.conversation, userId))
    throw errors.messageNotFound()
  try {
    ensureInTime()
    if (emoji !== null) await noteReacted(ctx, userId, found)
    const turn = await takeTurn(ctx, userId, found)
    ensureInTime()
    const stored = await write(ctx, { ...found, userId, emoji, turn })
    await announce(ctx, found.conversation, { userId, stored })
  } catch (error) {
    // The lost write may have been stored. A repetition could undo a later write, so only the push is repeated.
    if (isDatabaseUnavailable(error))
      ctx.writeRetries.add(`reaction ${userId}:${messageId}`, () => pushStored(ctx, userId, messageId))
    throw error
  }
}

/**
 * Notes the reaction in the conversation: readers then look reactions up, and the preview shows it. Its filter is the
 * permission, as for a message.
 */
async function noteReacted({ models }: Ctx, userId: number, { conversation, message }: FoundMessage): Promise<void> {
  const { _id, epoch } = conversation
  const { id, seq, media } = message
  const content = firstCharacters(previewOf(message), QUOTE_MAX)
  const reacted = { id, seq, content, ...(media && { kind: media.kind }), userId, at: new Date() }
  const { matchedCount } = await models.raw.conversations.updateOne(
    { _id, epoch, matched: true, 'blockedBy.0': { $exists: false }, deletedIds: { $ne: id } },
    { $set: { reacted } },
  )
  if (matchedCount === 0) throw errors.messageNotFound()
}

/**
 * Numbers the changes of a member, so that a late write does not overwrite a later change. Concurrent changes do not disturb
 * each other.
 */
async function takeTurn(ctx: Ctx, userId: number, found: FoundMessage): Promise<number> {
  const side = sideOf(found.conversation, userId)
  const raise = () => raiseRev(ctx, side, found)
  const raised = await raise().catch((error: unknown) => {
    if (isDuplicateKey(error)) return raise() // another write has inserted it
    throw error
  })
  if (!raised) throw errors.unavailable()
  return raised[side].rev
}

function raiseRev({ models }: Ctx, side: Side, { conversation, message }: FoundMessage) {
  const { _id: conv, epoch } = conversation
  const first = {
    seq: message.seq,
    [`${side}.emoji`]: null,
    [`${side}.emojiRev`]: 0,
    [otherSide(side)]: { emoji: null, rev: 0, emojiRev: 0 },
    rev: 0,
    epoch,
  }
  return models.raw.reactions.findOneAndUpdate(
    { _id: message.id, conv },
    { $inc: { [`${side}.rev`]: 1 }, $setOnInsert: first },
    { upsert: true, returnDocument: 'after' },
  )
}

interface Change extends FoundMessage {
  userId: number
  emoji: ReactionEmoji | null
  turn: number
}

/** Returns the stored reactions, which may be from a later turn of the same member. */
async function write(
  { models }: Ctx,
  { conversation, message, userId, emoji, turn }: Change,
): Promise<StoredReactions> {
  const side = sideOf(conversation, userId)
  const conv = conversation._id
  const written = await models.raw.reactions.findOneAndUpdate(
    { _id: message.id, conv, [`${side}.emojiRev`]: { $lt: turn } },
    { $set: { [`${side}.emoji`]: emoji, [`${side}.emojiRev`]: turn }, $inc: { rev: 1 } },
    { returnDocument: 'after' },
  )
  const stored = written ?? (await models.raw.reactions.findOne({ _id: message.id, conv }))
  if (!stored) throw errors.messageNotFound() // erased or reset meanwhile
  return stored
}

async function pushStored(ctx: Ctx, userId: number, messageId: number): Promise<void> {
  const found = await findMessage(ctx, userId, messageId)
  const stored = found && (await ctx.models.raw.reactions.findOne({ _id: messageId, conv: found.conversation._id }))
  if (stored) await announce(ctx, found.conversation, { userId, stored })
}

/**
 * Raises the conversation's version of reactions, for clients without a socket. Then pushes all reactions with their `rev`,
 * so that late frames do no harm. Members who do not see the message get none.
 */
async function announce(
  ctx: Ctx,
  conversation: Conversation,
  { userId, stored }: { userId: number; stored: StoredReactions },
): Promise<void> {
  await ctx.models.raw.conversations.updateOne({ _id: conversation._id }, { $inc: { reactionRev: 1 } })
  const { emoji } = stored[sideOf(conversation, userId)]
  const reactions = reactionsOf(conversation, stored)
  for (const viewerId of conversation.members) {
    if (stored.seq <= hiddenUpTo(conversation, viewerId)) continue
    const partnerId = partnerOf(conversation, viewerId)
    const { _id: messageId, rev } = stored
    ctx.push(viewerId, partnerId, { type: 'REACTION', messageId, partnerId, userId, emoji, reactions, rev })
  }
}
