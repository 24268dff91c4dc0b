import type { DeliveryStatus, Message } from '@zing/proto/messages'
import { dayLabel, isSameDay } from '../../lib/relative-time.ts'
import type { OutboxMessage } from '../../queries/outbox-state.ts'

export type Mark = DeliveryStatus | 'sending' | 'failed'

export interface Entry {
  /** Stays the same when an unsent message becomes a sent one. */
  key: string
  content: string
  createdAt: string
  isMine: boolean
  /** Only for mine. */
  mark: Mark | null
  outboxMessageId: string | null
  /** The day, before the first message of each. */
  day: string | null
  /** First and last of a run by one sender: where a bubble has its corners. */
  isFirst: boolean
  isLast: boolean
}

/** What the chat shows: messages in their order, then what waits to be sent; by day and by sender. */
export function toEntries(messages: Message[], unsent: OutboxMessage[], userId: number, now = new Date()): Entry[] {
  const sent = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  const plain = [
    ...messages.map(({ id, clientMessageId, content, createdAt, senderId, status }) => ({
      key: clientMessageId ?? `#${id}`,
      content,
      createdAt,
      isMine: senderId === userId,
      mark: senderId === userId ? status : null,
      outboxMessageId: null,
    })),
    ...unsent
      .filter(({ id }) => !sent.has(id))
      .map(({ id, content, createdAt, failure }) => ({
        key: id,
        content,
        createdAt,
        isMine: true,
        mark: failure === null ? ('sending' as const) : ('failed' as const),
        outboxMessageId: id,
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
