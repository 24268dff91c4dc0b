import { AppError, unavailable } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { isDatabaseUnavailable, isDuplicateKey } from '@zing/kit/mongo/errors'
import { errorMessages } from '@zing/proto/http/errors'
import { QUOTE_MAX } from '@zing/proto/limits'
import type { ReactionEmoji } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import type { StoredReactions } from '../models/reaction.ts'
import { type FoundMessage, findMessage } from './find-message.ts'
import { firstCharacters } from './first-characters.ts'
import { hiddenUpTo } from './hold.ts'
import { partnerOf, sideOf } from './members.ts'
import { reactionsOf } from './reaction-view.ts'

/** One member has few devices, and each sends one change at a time. */
const MAX_ATTEMPTS = 5

/**
 * Sets the user's reaction to a message, or removes it (null), and pushes the reactions as they are then to both members, also
 * when nothing has changed: the push of the first request may be lost.
 */
export async function setReaction(
  ctx: Ctx,
  userId: number,
  messageId: number,
  emoji: ReactionEmoji | null,
): Promise<void> {
  const found = await findMessage(ctx, userId, messageId)
  if (!found || found.message.seq <= hiddenUpTo(found.conversation, userId)) throw notFound()
  try {
    const before = await ctx.models.raw.reactions.findOne({ _id: messageId })
    ensureInTime()
    if (emoji !== null) await noteReacted(ctx, userId, found)
    const after = await write(ctx, { ...found, userId, emoji, before })
    pushReactions(ctx, found.conversation, { userId, stored: after })
  } catch (error) {
    // the write may have been stored; repeated, it could undo a later one, so only the push is
    if (isDatabaseUnavailable(error))
      ctx.writeRetries.add(`reaction ${userId}:${messageId}`, () => pushStored(ctx, userId, messageId))
    throw error
  }
}

/**
 * Notes in the conversation that there are reactions, which its readers then look up, and what the preview shows. Its filter
 * is the permission, as for a message.
 */
async function noteReacted({ models }: Ctx, userId: number, { conversation, message }: FoundMessage): Promise<void> {
  const { _id, epoch } = conversation
  const { id, seq, content } = message
  const reacted = { id, seq, content: firstCharacters(content, QUOTE_MAX), userId, at: new Date() }
  const { matchedCount } = await models.raw.conversations.updateOne(
    { _id, epoch, matched: true, 'blockedBy.0': { $exists: false } },
    { $set: { reacted } },
  )
  if (matchedCount === 0) throw notFound()
}

interface Change extends FoundMessage {
  userId: number
  emoji: ReactionEmoji | null
  /** As it was read before the deadline was checked. */
  before: StoredReactions | null
}

/**
 * Compare-and-swap on the member's own `rev`, which every write raises: a write that is late cannot overwrite a newer one of
 * the same member. One that meets a write in between follows it, unless its client has given it up meanwhile: what is
 * confirmed was stored. The other member's writes do not interfere. Returns what is stored.
 */
async function write(ctx: Ctx, change: Change): Promise<StoredReactions> {
  let { before } = change
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = before ? await replace(ctx, change, before) : await insert(ctx, change)
    if (stored) return stored
    before = await ctx.models.raw.reactions.findOne({ _id: change.message.id })
    if (!before) throw notFound() // erased or reset meanwhile
    ensureInTime()
  }
  throw unavailable()
}

/** Null if the member has written since `before` was read. */
function replace(
  { models }: Ctx,
  { conversation, message, userId, emoji }: Change,
  before: StoredReactions,
): Promise<StoredReactions | null> {
  const side = sideOf(conversation, userId)
  return models.raw.reactions.findOneAndUpdate(
    { _id: message.id, [`${side}.rev`]: before[side].rev },
    { $set: { [`${side}.emoji`]: emoji }, $inc: { [`${side}.rev`]: 1, rev: 1 } },
    { returnDocument: 'after' },
  )
}

/** Stores the first reaction to a message; null if a concurrent write has. */
async function insert(
  { models }: Ctx,
  { conversation, message, userId, emoji }: Change,
): Promise<StoredReactions | null> {
  const side = sideOf(conversation, userId)
  const none = { emoji: null, rev: 0 }
  const first: StoredReactions = {
    _id: message.id,
    conv: conversation._id,
    seq: message.seq,
    lo: none,
    hi: none,
    [side]: { emoji, rev: 1 },
    rev: 1,
    epoch: conversation.epoch,
  }
  try {
    await models.raw.reactions.insertOne(first)
    return first
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
}

async function pushStored(ctx: Ctx, userId: number, messageId: number): Promise<void> {
  const found = await findMessage(ctx, userId, messageId)
  const stored = found && (await ctx.models.raw.reactions.findOne({ _id: messageId }))
  if (stored) pushReactions(ctx, found.conversation, { userId, stored })
}

/** All reactions with their `rev`, so that frames that overtake each other do no harm; to who sees the message. */
function pushReactions(
  ctx: Ctx,
  conversation: Conversation,
  { userId, stored }: { userId: number; stored: StoredReactions },
): void {
  const { emoji } = stored[sideOf(conversation, userId)]
  const reactions = reactionsOf(conversation, stored)
  for (const viewerId of conversation.members) {
    if (stored.seq <= hiddenUpTo(conversation, viewerId)) continue
    const partnerId = partnerOf(conversation, viewerId)
    const { _id: messageId, rev } = stored
    ctx.push(viewerId, partnerId, { type: 'REACTION', messageId, partnerId, userId, emoji, reactions, rev })
  }
}

function notFound(): AppError {
  return new AppError(404, errorMessages.messageNotFound)
}
