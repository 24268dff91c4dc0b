import type { Quote } from '@zing/proto/messages'

/** Message that the server has not confirmed yet. */
export interface OutboxMessage {
  /** The clientMessageId; the same for every attempt, so that the server stores one message. */
  id: string
  partnerId: number
  content: string
  createdAt: string
  /** The message that it replies to. */
  replyTo?: Quote
  /** Newest known seq of the conversation when `id` was created, which spares the server a search for the id. */
  afterSeq?: number
  /** Why it is not retried automatically; null while it is. */
  failure: string | null
}

export function markOf({ failure }: Pick<OutboxMessage, 'failure'>): 'sending' | 'failed' {
  return failure === null ? 'sending' : 'failed'
}

export function withoutOutboxMessage(outbox: OutboxMessage[], id: string): OutboxMessage[] {
  return outbox.filter((message) => message.id !== id)
}

export function withFailure(outbox: OutboxMessage[], id: string, failure: string | null): OutboxMessage[] {
  return outbox.map((message) => (message.id === id ? { ...message, failure } : message))
}

/** Returns each partner's oldest message that has not failed; one at a time keeps the order. */
export function nextToSend(outbox: OutboxMessage[], partnersInFlight: ReadonlySet<number>): OutboxMessage[] {
  const taken = new Set(partnersInFlight)
  return outbox.filter(({ partnerId, failure }) => {
    if (failure !== null || taken.has(partnerId)) return false
    taken.add(partnerId)
    return true
  })
}
