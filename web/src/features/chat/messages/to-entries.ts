import type { Message, Quote } from '@zing/proto/messages'
import { textOf } from '../../../lib/text/message-words.ts'
import { dayLabel, isSameDay } from '../../../lib/text/relative-time.ts'
import { markOf, type OutboxMedia, type OutboxMessage } from '../../../queries/chat/outbox-state.ts'
import type { Mark } from '../../../ui/person/status-mark.tsx'

export interface Entry {
  /** Stays the same when a pending message becomes a sent one. */
  key: string
  /** The text, or the caption of a photo. */
  content: string
  createdAt: string
  isMine: boolean
  /** Null until the server has stored it. */
  message: Message | null
  /** Photo or recording of a message that waits here. */
  file: OutboxMedia | null
  replyTo: Quote | null
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
  /** Shows the time: the last of a run, and where the mark changes. */
  hasTime: boolean
  /** The newest own message, on which "Read" stands in words. */
  isNewestOwn: boolean
}

/** Merges messages with pending ones and groups them by day and sender. */
export function toEntries(messages: Message[], pending: OutboxMessage[], userId: number, now = new Date()): Entry[] {
  const sent = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  const plain = [
    ...messages.map((message) => ({
      key: message.clientMessageId ?? `#${message.id}`,
      content: textOf(message),
      createdAt: message.createdAt,
      isMine: message.senderId === userId,
      message,
      file: null,
      replyTo: message.replyTo ?? null,
      mark: message.senderId === userId ? message.status : null,
      outboxMessageId: null,
      failure: null,
    })),
    ...pending
      .filter(({ id }) => !sent.has(id))
      .map((waiting) => ({
        key: waiting.id,
        content: waiting.content,
        createdAt: waiting.createdAt,
        isMine: true,
        message: null,
        file: waiting.media ?? null,
        replyTo: waiting.replyTo ?? null,
        mark: markOf(waiting),
        outboxMessageId: waiting.id,
        failure: waiting.failure,
      })),
  ]
  const newestOwn = plain.findLastIndex(({ isMine }) => isMine)
  return plain.map((entry, index) => {
    const [before, after] = [plain[index - 1], plain[index + 1]]
    const isNewDay = !before || !isSameDay(before.createdAt, entry.createdAt)
    const isLast = !after || after.isMine !== entry.isMine || !isSameDay(after.createdAt, entry.createdAt)
    return {
      ...entry,
      day: isNewDay ? dayLabel(entry.createdAt, now) : null,
      isFirst: isNewDay || before.isMine !== entry.isMine,
      isLast,
      hasTime: isLast || after.mark !== entry.mark,
      isNewestOwn: index === newestOwn,
    }
  })
}

export function hasBothWritten(entries: Entry[]): boolean {
  return entries.some(({ isMine, message }) => isMine && message) && entries.some(({ isMine }) => !isMine)
}
