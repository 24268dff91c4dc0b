import type { DeliveryStatus, Message } from '@zing/proto/messages'
import { dayLabel, isSameDay } from '../../lib/relative-time.ts'
import type { OutboxMessage } from '../../queries/outbox-state.ts'

export type Mark = DeliveryStatus | 'sending' | 'failed'

export interface Entry {
  /** Stays the same when a pending message becomes a sent one. */
  key: string
  content: string
  createdAt: string
  isMine: boolean
  /** Null for received messages. */
  mark: Mark | null
  outboxMessageId: string | null
  /** Why the server refused the message; null unless it did. */
  failure: string | null
  /** Label of the day, on its first message. */
  day: string | null
  /** First or last of a run by one sender; decides the corners of the bubble. */
  isFirst: boolean
  isLast: boolean
}

/** Merges messages with pending ones and groups them by day and sender. */
export function toEntries(messages: Message[], pending: OutboxMessage[], userId: number, now = new Date()): Entry[] {
  const sent = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  const plain = [
    ...messages.map(({ id, clientMessageId, content, createdAt, senderId, status }) => ({
      key: clientMessageId ?? `#${id}`,
      content,
      createdAt,
      isMine: senderId === userId,
      mark: senderId === userId ? status : null,
      outboxMessageId: null,
      failure: null,
    })),
    ...pending
      .filter(({ id }) => !sent.has(id))
      .map(({ id, content, createdAt, failure }) => ({
        key: id,
        content,
        createdAt,
        isMine: true,
        mark: failure === null ? ('sending' as const) : ('failed' as const),
        outboxMessageId: id,
        failure,
      })),
  ]
  return plain.map((entry, index) => {
    const [before, after] = [plain[index - 1], plain[index + 1]]
    const isNewDay = !before || !isSameDay(before.createdAt, entry.createdAt)
    return {
      ...entry,
      day: isNewDay ? dayLabel(entry.createdAt, now) : null,
      isFirst: isNewDay || before.isMine !== entry.isMine,
      isLast: !after || after.isMine !== entry.isMine || !isSameDay(after.createdAt, entry.createdAt),
    }
  })
}
