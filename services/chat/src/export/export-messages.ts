import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { EXPORTED_MESSAGES_PER_PAGE, type ExportedMessage } from '@zing/proto/nats/rpc/chat'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { hiddenUpTo } from '../holds/hold.ts'
import { readRange } from '../messages/message-range.ts'
import { type NumberedMessage, toMessage } from '../messages/message-view.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { withReactions } from '../reactions/reaction-view.ts'
import { readReactions } from '../reactions/read-reactions.ts'

/** A page reads at most this many conversations, so that many empty ones do not take long. */
const CONVERSATIONS_PER_PAGE = 50

/**
 * Returns a page of a user's messages, by conversation, oldest first. After an unmatch or a block it has only the user's own
 * messages and reactions, as in the app (SEC-67).
 */
export async function exportMessages(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ items: ExportedMessage[]; next: string | null }> {
  const items: ExportedMessage[] = []
  let cursor = readCursor(after)
  let left = EXPORTED_MESSAGES_PER_PAGE
  for (let i = 0; i < CONVERSATIONS_PER_PAGE && left > 0; i++) {
    const conversation = await nextConversation(ctx, userId, cursor)
    if (!conversation) return { items, next: null }

    const from = conversation._id === cursor.id ? cursor.seq + 1 : 1
    const to = Math.min(conversation.seq, from + left - 1)
    const partnerId = partnerOf(conversation, userId)
    const shown = isOpen(conversation) ? null : userId
    const hidden = hiddenUpTo(conversation, userId)
    const reactions = await readReactions(ctx, conversation, { from, to })
    for (const stored of await readRange(ctx, conversation, { from, to })) {
      const isShown = shown === null ? stored.seq > hidden : stored.senderId === shown
      if (!isShown) continue
      const message = toMessage(conversation, shown === null ? stored : withoutQuoteOfOther(stored), userId)
      items.push({ partnerId, message: withReactions(message, conversation, reactions.get(stored.id), shown) })
    }
    left -= Math.max(0, to - from + 1)
    cursor = { id: conversation._id, seq: to, isDone: to >= conversation.seq }
  }
  return { items, next: writeCursor(cursor) }
}

function withoutQuoteOfOther(message: NumberedMessage): NumberedMessage {
  return message.replyTo?.senderId === message.senderId ? message : { ...message, replyTo: null }
}

interface Cursor {
  /** Id of the last conversation. */
  id: string
  /** Seq of its last message. */
  seq: number
  isDone: boolean
}

function nextConversation(
  { models, epoch }: Ctx,
  userId: number,
  { id, isDone }: Cursor,
): Promise<Conversation | null> {
  const rest = isDone ? { $gt: id } : { $gte: id }
  return models.Conversation.findOne({ _id: rest, members: userId, ...ofCurrentEpoch({ epoch }) }, CONVERSATION_FIELDS)
    .sort({ _id: 1 })
    .hint({ members: 1, activeAt: -1 }) // in the order of ids MongoDB would read all users' conversations
    .lean<Conversation>()
}

function readCursor(text: string): Cursor {
  const [id = '', seq = '', isDone = ''] = text.split(' ')
  return { id, seq: Number(seq), isDone: isDone === '' || isDone === 'done' }
}

function writeCursor({ id, seq, isDone }: Cursor): string {
  return `${id} ${seq} ${isDone ? 'done' : 'more'}`
}
