import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { fetchPair, readConversation } from '../conversations/find-conversation.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { showHeld } from '../holds/held-messages.ts'
import { CONVERSATION_FIELDS, type Conversation, PENDING_FIELDS, type WithPending } from '../models/conversation.ts'
import { type Sending, toCommit } from './commit-message.ts'
import { fromStored, type NumberedMessage, type Watermarks } from './message-view.ts'
import { type Opening, openingOf } from './opening.ts'
import { explainRejection } from './repetition-rules.ts'

/** Enough to fetch a new match and to order the first messages of both members. */
const MAX_ATTEMPTS = 5

export interface Stored {
  conversation: Watermarks
  message: NumberedMessage
}

/** Stores a message, or finds the message with its key. The rules are in repetition-rules.ts. */
export async function storeMessage(ctx: Ctx, sending: Sending): Promise<Stored> {
  const { message } = sending
  let { afterSeq } = sending
  let conversation: Conversation | null = null // read after a rejected commit
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    ensureInTime()
    const stored =
      message.key && afterSeq === undefined
        ? await findStored(ctx, pairKey(message.senderId, sending.receiverId), message.key)
        : null
    if (stored) return stored
    const opening = conversation ? await openingOf(ctx, sending, conversation) : undefined
    const committed = await commit(ctx, { ...sending, afterSeq, opening })
    if (committed) {
      ctx.pendingFlusher.schedule(committed)
      return { conversation: committed, message: { ...message, seq: committed.seq } }
    }
    conversation = await readConversation(ctx, message.senderId, sending.receiverId)
    const rejection = explainRejection(conversation, message.key)
    if (conversation && rejection.kind === 'repeated') return { conversation, message: rejection.message }
    if (conversation && rejection.kind === 'full') {
      ctx.pendingFlusher.schedule(conversation) // the process that should have flushed it may have ended
      throw errors.unavailable()
    }
    if (rejection.kind === 'blocked') throw errors.mayNotMessage()
    if (message.replyTo && conversation?.deletedIds?.includes(message.replyTo.id)) message.replyTo = null
    if (rejection.kind === 'unmatched') conversation = await fetchOpen(ctx, sending, conversation)
    afterSeq = undefined // the next attempt looks the key up
  }
  throw errors.unavailable()
}

/** Finds the message with a key in its conversation. Finds none after a block (SEC-63). */
async function findStored({ models: { raw } }: Ctx, conv: string, key: string): Promise<Stored | null> {
  const stored = await raw.messages.findOne({ conv, key })
  if (!stored) return null
  const conversation = await raw.conversations.findOne({ _id: conv }, { projection: CONVERSATION_FIELDS })
  if (!conversation || !isOpen(conversation)) throw errors.mayNotMessage()
  return { conversation, message: fromStored(stored) }
}

/** Commits a message, and shows messages that were held until this reply. Returns null if the filter did not match. */
function commit(ctx: Ctx, sending: Sending & { opening: Opening | undefined }): Promise<WithPending | null> {
  ensureInTime()
  const { filter, update } = toCommit(ctx, sending)
  const options = { returnDocument: 'after', projection: PENDING_FIELDS } as const
  const write = () => ctx.models.raw.conversations.findOneAndUpdate(filter, update, options)
  const { opening } = sending
  if (opening?.kind !== 'reply' || !opening.shown) return write()
  return showHeld(ctx, { _id: filter._id, held: opening.shown }, write)
}

/** Returns the conversation of a match whose event has not arrived yet. */
async function fetchOpen(ctx: Ctx, sending: Sending, known: Conversation | null): Promise<Conversation> {
  const { receiverId, message } = sending
  await fetchPair(ctx, message.senderId, receiverId, known !== null)
  const fetched = await readConversation(ctx, message.senderId, receiverId)
  if (!fetched || !isOpen(fetched)) throw errors.mayNotMessage()
  return fetched
}
