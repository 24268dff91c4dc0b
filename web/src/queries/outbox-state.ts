/** A message that the server has not confirmed yet. */
export interface OutboxMessage {
  /** The clientMessageId: the same at every try, so that many tries are one message. */
  id: string
  partnerId: number
  content: string
  createdAt: string
  /** Why it will not be tried again by itself; null while it will. */
  failure: string | null
}

export function withOutboxMessage(outbox: OutboxMessage[], message: OutboxMessage): OutboxMessage[] {
  return [...outbox, message]
}

export function withoutOutboxMessage(outbox: OutboxMessage[], id: string): OutboxMessage[] {
  return outbox.filter((message) => message.id !== id)
}

export function withFailure(outbox: OutboxMessage[], id: string, failure: string | null): OutboxMessage[] {
  return outbox.map((message) => (message.id === id ? { ...message, failure } : message))
}

/** What to send next to each partner: the oldest that has not failed. One at a time keeps the order. */
export function nextToSend(outbox: OutboxMessage[], busyPartners: ReadonlySet<number>): OutboxMessage[] {
  const taken = new Set(busyPartners)
  return outbox.filter(({ partnerId, failure }) => {
    if (failure !== null || taken.has(partnerId)) return false
    taken.add(partnerId)
    return true
  })
}

const FIRST_MS = 1_000
const MAX_MS = 30_000

/** Time before the next try after so many that got no answer. */
export function retryAfterMs(tries: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** Math.max(0, tries - 1))
}
