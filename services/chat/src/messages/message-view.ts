import type { DeliveryStatus, Message, TextMessage } from '@zing/proto/messages'
import { otherSide, partnerOf, sideOf } from '../conversations/members.ts'
import { isHeldBack } from '../holds/hold.ts'
import { withMedia } from '../media/media-view.ts'
import type { Conversation, PendingMessage } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'

export type NumberedMessage = PendingMessage & { seq: number }

/** Numbers the pending messages, which are the newest of the conversation: the last one has `seq` (INV-4). */
export function withSeq({ seq, pending }: Pick<Conversation, 'seq' | 'pending'>): NumberedMessage[] {
  const first = seq - pending.length + 1
  return pending.map((message, index) => ({ ...message, seq: first + index }))
}

/** Also stored, for clients and processes that do not know deletion. */
export const DELETED_CONTENT = 'Message deleted'

export function fromStored({ _id, conv: _conv, epoch: _epoch, key, ...message }: StoredMessage): NumberedMessage {
  return { id: _id, ...message, key: key ?? null }
}

export type Watermarks = Pick<Conversation, 'members' | 'read' | 'delivered' | 'hold' | 'unveiled'>

/** Derives a message's status from the receiver's watermarks, which only rise (INV-5). A held message counts as just sent. */
export function statusOf(
  conversation: Watermarks,
  { seq, senderId }: { seq: number; senderId: number },
): DeliveryStatus {
  if (isHeldBack(conversation, { seq, senderId })) return 'sent'
  const receiver = otherSide(sideOf(conversation, senderId))
  if (seq <= conversation.read[receiver]) return 'read'
  return seq <= conversation.delivered[receiver] ? 'delivered' : 'sent'
}

export function toMessage(conversation: Watermarks, message: NumberedMessage, viewerId: number): Message {
  const { id, seq, senderId, key, content, media, replyTo, createdAt, deletedAt } = message
  const status = statusOf(conversation, message)
  const shown: TextMessage = {
    kind: 'text',
    id,
    seq,
    senderId,
    receiverId: partnerOf(conversation, senderId),
    content,
    createdAt: createdAt.toISOString(),
    read: status === 'read',
    status,
    ...(key && senderId === viewerId && { clientMessageId: clientMessageIdOf(key) }),
    ...(replyTo && { replyTo }),
  }
  if (deletedAt) return { ...shown, kind: 'deleted' }
  if (!media) return shown
  const isReceiver = viewerId !== senderId
  const isVeiled = isReceiver && !conversation.unveiled?.[sideOf(conversation, viewerId)]
  return withMedia(shown, media, { isReceiver, isVeiled })
}

/** Scopes a client's message id to its sender, so that users cannot take each other's ids. */
export function keyOf(senderId: number, clientMessageId: string): string {
  return `${senderId}:${clientMessageId.toLowerCase()}`
}

function clientMessageIdOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}

export function unreadOf(conversation: Pick<Conversation, 'members' | 'received' | 'seen'>, userId: number): number {
  const side = sideOf(conversation, userId)
  return conversation.received[side] - conversation.seen[side]
}
