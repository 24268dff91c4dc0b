import type { Quote } from '@zing/proto/messages'
import { OUTBOX_BYTES_MAX } from '../../lib/limits.ts'

interface Bytes {
  /** Null if there was no more room for them. */
  bytes: ArrayBuffer | null
  type: string
  /** Its id on the server, once it is there. */
  mediaId?: number | undefined
  /** Present for a photo that may be explicit: true until its sender has answered, who is asked once. */
  waitsForAnswer?: boolean
}

/** A photo or a recording that belongs to a message. */
export type OutboxMedia =
  | (Bytes & { kind: 'photo'; width: number; height: number })
  | (Bytes & { kind: 'voice'; durationMs: number; peaks: number[] })

/** Message that the server has not confirmed yet. */
export interface OutboxMessage {
  /** The clientMessageId; the same for every attempt, so that the server stores one message. */
  id: string
  partnerId: number
  /** The caption of a photo, which may be empty. */
  content: string
  media?: OutboxMedia
  createdAt: string
  /** The message that it replies to. */
  replyTo?: Quote
  /** Newest known seq of the conversation when `id` was created, which spares the server a search for the id. */
  afterSeq?: number
  /** Why it is not retried automatically; null while it is. */
  failure: string | null
}

export function markOf({ failure, media }: Pick<OutboxMessage, 'failure' | 'media'>): 'sending' | 'failed' {
  return failure === null && !media?.waitsForAnswer ? 'sending' : 'failed'
}

export function withoutOutboxMessage(outbox: OutboxMessage[], id: string): OutboxMessage[] {
  return outbox.filter((message) => message.id !== id)
}

export function withFailure(outbox: OutboxMessage[], id: string, failure: string | null): OutboxMessage[] {
  return outbox.map((message) => (message.id === id ? { ...message, failure } : message))
}

export function withMedia(outbox: OutboxMessage[], id: string, change: Partial<Bytes>): OutboxMessage[] {
  return outbox.map((message) =>
    message.id === id && message.media ? { ...message, media: { ...message.media, ...change } } : message,
  )
}

/** Ids of the oldest messages whose bytes must go, so that the others have room. The newest always stays. */
export function withoutRoom(outbox: OutboxMessage[]): string[] {
  const withBytes = outbox.filter(({ media }) => media?.bytes)
  let size = withBytes.reduce((sum, { media }) => sum + (media?.bytes?.byteLength ?? 0), 0)
  const ids: string[] = []
  for (const { id, media } of withBytes.slice(0, -1)) {
    if (size <= OUTBOX_BYTES_MAX) break
    size -= media?.bytes?.byteLength ?? 0
    ids.push(id)
  }
  return ids
}

/** Returns each partner's oldest message that is on its way; one at a time keeps the order. */
export function nextToSend(outbox: OutboxMessage[], partnersInFlight: ReadonlySet<number>): OutboxMessage[] {
  const taken = new Set(partnersInFlight)
  return outbox.filter((message) => {
    const { partnerId } = message
    if (markOf(message) === 'failed' || taken.has(partnerId)) return false
    taken.add(partnerId)
    return true
  })
}
