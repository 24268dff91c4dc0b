import type { ServerFrame } from '@zing/proto/frames/server'

/** Beyond it the oldest are forgotten: their receipts read the conversation. */
const MAX_KEPT = 10_000

/** The newest message from one user to another that was pushed and that no device has confirmed. */
export interface UnconfirmedMessage {
  id: number
  senderId: number
  receiverId: number
  seq: number
  /** The receiver does not see the messages up to this one; missing if they see all. */
  afterSeq?: number
}

/** Remembers what was just pushed, so that its receipt does not have to read the conversation. */
export interface UnconfirmedMessages {
  add(message: UnconfirmedMessage): void
  /** Returns the message that a receiver confirms, once; undefined if its conversation has to be read. */
  take(receipt: Pick<UnconfirmedMessage, 'senderId' | 'receiverId' | 'seq'>): UnconfirmedMessage | undefined
  /** To be called with every frame for a user: what was read needs no receipt. */
  observe(frame: ServerFrame): void
}

export function createUnconfirmedMessages(): UnconfirmedMessages {
  const newest = new Map<string, UnconfirmedMessage>()
  return {
    add(message) {
      const key = keyOf(message)
      if ((newest.get(key)?.seq ?? 0) > message.seq) return
      newest.delete(key) // the last in the order of the map
      newest.set(key, message)
      if (newest.size > MAX_KEPT) newest.delete(newest.keys().next().value ?? key)
    },
    take(receipt) {
      const key = keyOf(receipt)
      const message = newest.get(key)
      if (message?.seq !== receipt.seq) return undefined
      newest.delete(key)
      return message
    },
    observe(frame) {
      if (frame.type === 'MESSAGES_READ') newest.delete(keyOf({ senderId: frame.senderId, receiverId: frame.readBy }))
    },
  }
}

function keyOf({ senderId, receiverId }: Pick<UnconfirmedMessage, 'senderId' | 'receiverId'>): string {
  return `${senderId} ${receiverId}`
}
