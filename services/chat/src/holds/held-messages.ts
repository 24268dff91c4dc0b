import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { HELD_MESSAGES_MAX } from '@zing/proto/limits'
import type { decideHeldMessages, getHeldMessages, getHeldSenders, StoredHeldMessage } from '@zing/proto/nats/rpc/chat'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'
import { isOpen, OPEN } from '../conversations/open-conversation.ts'
import { previewOf } from '../media/media-view.ts'
import { readRange } from '../messages/message-range.ts'
import { type NumberedMessage, toMessage, type Watermarks } from '../messages/message-view.ts'
import { CONVERSATION_FIELDS, type Conversation, type Hold } from '../models/conversation.ts'
import { countDeleted, receiverSideOf } from './hold.ts'

/** A conversation with held messages. */
type Held = Conversation & { hold: Hold }

type HeldSource = Pick<Ctx, 'models' | 'epoch'>

/**
 * Returns the oldest held messages, whole conversations only. Leaves out ended matches, whose messages would not be shown.
 */
export async function listHeldMessages(
  ctx: Ctx,
  { senderId }: RpcInput<typeof getHeldMessages>,
): Promise<RpcResult<typeof getHeldMessages>> {
  const conversations = await findHeld(ctx, senderId)
  const found = await Promise.all(conversations.map((conversation) => readHeld(ctx, conversation)))
  const messages: StoredHeldMessage[] = []
  for (const [index, { hold, members }] of conversations.entries()) {
    const held = found[index] ?? []
    if (messages.length + held.length > HELD_MESSAGES_MAX) break
    const receiverId = partnerOf({ members }, hold.senderId)
    messages.push(...held.map((message) => toHeldMessage(message, receiverId, hold)))
  }
  return { messages }
}

/** Lists the senders of held messages by their oldest one. A held conversation has messages of its sender only. */
export async function listHeldSenders(
  ctx: Ctx,
  { after, limit }: RpcInput<typeof getHeldSenders>,
): Promise<RpcResult<typeof getHeldSenders>> {
  const at = after && new Date(after.heldAt)
  const found = await ctx.models.raw.conversations
    .aggregate<{ _id: number; heldAt: Date; count: number }>([
      { $match: isWaiting(ctx) },
      { $group: { _id: '$hold.senderId', heldAt: { $min: '$hold.heldAt' }, count: { $sum: '$seq' } } },
      ...(after ? [{ $match: { $or: [{ heldAt: { $gt: at } }, { heldAt: at, _id: { $gt: after.senderId } }] } }] : []),
      { $sort: { heldAt: 1, _id: 1 } },
      { $limit: limit },
    ])
    .toArray()
  const senders = found.map(({ _id: senderId, heldAt, count }) => ({ senderId, heldAt: heldAt.getTime(), count }))
  return { senders }
}

/** Decides conversations in which the moderator has seen every held message. A repeated call decides none. */
export async function decideHeld(
  ctx: Ctx,
  { senderId, messageIds, action }: RpcInput<typeof decideHeldMessages>,
): Promise<RpcResult<typeof decideHeldMessages>> {
  const seen = new Set(messageIds)
  const decided: number[] = []
  for (const conversation of await findHeld(ctx, senderId)) {
    const held = await readHeld(ctx, conversation)
    if (!held.every(({ id }) => seen.has(id))) continue
    const isDecided = await (action === 'release' ? release(ctx, conversation, held) : reject(ctx, conversation))
    if (isDecided) decided.push(...held.map(({ id }) => id))
  }
  return { messageIds: decided }
}

/** Returns the number of held conversations and the time of the oldest. */
export async function measureHeld(ctx: HeldSource): Promise<{ waiting: number; oldestAt: Date | null }> {
  const { conversations } = ctx.models.raw
  const [waiting, oldest] = await Promise.all([
    conversations.countDocuments(isWaiting(ctx)),
    conversations.findOne(isWaiting(ctx), { projection: { 'hold.heldAt': 1 }, sort: { 'hold.heldAt': 1 } }),
  ])
  return { waiting, oldestAt: oldest?.hold?.heldAt ?? null }
}

async function findHeld(ctx: Ctx, senderId: number | undefined): Promise<Held[]> {
  const ofSender = senderId === undefined ? {} : { 'hold.senderId': senderId }
  const found = await ctx.models.raw.conversations
    .find({ ...isWaiting(ctx), ...ofSender }, { projection: CONVERSATION_FIELDS })
    .sort({ 'hold.heldAt': 1 })
    .limit(HELD_MESSAGES_MAX)
    .toArray()
  return found.flatMap(({ hold, ...conversation }) => (hold ? { ...conversation, hold } : []))
}

function isWaiting(ctx: HeldSource) {
  return { 'hold.isHeld': true, ...OPEN, ...ofCurrentEpoch(ctx) }
}

/** All messages of a held conversation are the sender's. */
function readHeld(ctx: Ctx, conversation: Held): Promise<NumberedMessage[]> {
  return readRange(ctx, conversation, { from: 1, to: conversation.seq })
}

function toHeldMessage(message: NumberedMessage, receiverId: number, { reason }: Hold): StoredHeldMessage {
  const { id, seq, senderId, createdAt } = message
  return { id, seq, senderId, receiverId, reason, content: previewOf(message), createdAt: createdAt.toISOString() }
}

/** Shows the messages to their receiver as unread. Returns false if the conversation has changed meanwhile. */
async function release(ctx: Ctx, conversation: Held, held: NumberedMessage[]): Promise<boolean> {
  const { _id, hold, members } = conversation
  const newest = held.at(-1)
  const receiver = receiverSideOf({ members }, hold)
  const shown = await showHeld(ctx, { _id, held }, async () => {
    const { modifiedCount } = await ctx.models.raw.conversations.updateOne(unchanged(conversation), {
      $unset: { hold: '' },
      $inc: { [`received.${receiver}`]: held.length, [`seen.${receiver}`]: countDeleted(conversation, held) },
      ...(newest && { $max: { activeAt: newest.createdAt } }),
      ...(ctx.hasWebPush && { $min: { unseenAt: new Date() } }),
    })
    return modifiedCount > 0 ? conversation : null
  })
  return shown !== null
}

/**
 * Runs the write that shows held messages, and pushes them if the write changed the conversation. If its result is lost, the
 * stored conversation decides once the database responds.
 */
export async function showHeld<T extends Watermarks>(
  ctx: Ctx,
  { _id, held }: { _id: string; held: NumberedMessage[] },
  write: () => Promise<T | null>,
): Promise<T | null> {
  try {
    const written = await write()
    if (written) pushHeld(ctx, written, held)
    return written
  } catch (error) {
    if (isDatabaseUnavailable(error)) ctx.writeRetries.add(`shown ${_id}`, () => pushIfShown(ctx, _id, held))
    throw error
  }
}

async function pushIfShown(ctx: Ctx, _id: string, held: NumberedMessage[]): Promise<void> {
  const stored = await ctx.models.raw.conversations.findOne({ _id }, { projection: CONVERSATION_FIELDS })
  if (stored && isOpen(stored) && !stored.hold) pushHeld(ctx, stored, held)
}

/** Pushes messages to their receiver after their hold. */
function pushHeld(ctx: Ctx, conversation: Watermarks, held: NumberedMessage[]): void {
  const shown = { ...conversation, hold: null }
  for (const message of held) {
    const receiverId = partnerOf(shown, message.senderId)
    ctx.push(receiverId, message.senderId, { type: 'NEW_MESSAGE', message: toMessage(shown, message, receiverId) })
  }
}

/** Hides the messages for good, and what the sender adds before the receiver has written. */
async function reject(ctx: Ctx, conversation: Held): Promise<boolean> {
  const update = { $set: { 'hold.isHeld': false } }
  const { modifiedCount } = await ctx.models.raw.conversations.updateOne(unchanged(conversation), update)
  return modifiedCount > 0
}

/** Filter for the conversation as it was read, without a new or deleted message. */
function unchanged({ _id, seq, reactionRev }: Held) {
  return { _id, 'hold.isHeld': true, seq, reactionRev: reactionRev ?? null }
}
