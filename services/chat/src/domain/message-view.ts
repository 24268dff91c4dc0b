import type { DeliveryStatus, Message } from '@zing/proto/messages'
import type { Conversation, PendingMessage } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'
import { otherSide, partnerOf, sideOf } from './members.ts'

export type NumberedMessage = PendingMessage & { seq: number }

/**
 * Pending messages with their seq. They are always the newest of the conversation: appended at the end in the write that
 * raises `seq`, taken from the front only. So the last one has `seq`, and the others count back from it.
 */
export function withSeq({ seq, pending }: Pick<Conversation, 'seq' | 'pending'>): NumberedMessage[] {
  const first = seq - pending.length + 1
  return pending.map((message, index) => ({ ...message, seq: first + index }))
}

export function fromStored({ _id, seq, senderId, key, content, createdAt }: StoredMessage): NumberedMessage {
  return { id: _id, seq, senderId, key: key ?? null, content, createdAt }
}

type Watermarks = Pick<Conversation, 'members' | 'read' | 'delivered'>

/** Two watermarks per member say it of every message; they only rise, so a status never goes back. */
export function statusOf(
  conversation: Watermarks,
  { seq, senderId }: { seq: number; senderId: number },
): DeliveryStatus {
  const receiver = otherSide(sideOf(conversation, senderId))
  if (seq <= conversation.read[receiver]) return 'read'
  return seq <= conversation.delivered[receiver] ? 'delivered' : 'sent'
}

/** A message as one of the two sees it; the key is the sender's own affair. */
export function toMessage(conversation: Watermarks, message: NumberedMessage, viewerId: number): Message {
  const { id, seq, senderId, key, content, createdAt } = message
  const status = statusOf(conversation, message)
  return {
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
  }
}

/** Keys are per sender: nobody can take an id away from somebody else. */
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
