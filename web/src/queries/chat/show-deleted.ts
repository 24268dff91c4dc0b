import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '@zing/proto/messages'
import { conversationsQuery } from './conversations.ts'
import { type MessagePages, mapMessages } from './message-cache.ts'
import { messagesQuery } from './messages.ts'

/** Replaces a message that its sender has deleted, and empties the quotes of it. */
export function showDeleted(client: QueryClient, partnerId: number, id: number): void {
  client.setQueryData<MessagePages>(
    messagesQuery(partnerId).queryKey,
    (pages) => pages && mapMessages(pages, (message) => withoutContent(message, id)),
  )
  void client.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}

function withoutContent(message: Message, id: number): Message {
  if (message.id === id) {
    const { seq, senderId, receiverId, createdAt, read, status, clientMessageId } = message
    const place = { id, seq, senderId, receiverId, createdAt, read, status }
    return { ...place, kind: 'deleted', content: '', ...(clientMessageId && { clientMessageId }) }
  }
  if (message.kind === 'deleted' || message.replyTo?.id !== id) return message
  const { kind, ...quote } = message.replyTo
  return { ...message, replyTo: { ...quote, content: '' } }
}
