import { LRUCache } from 'lru-cache'

const WINDOW_MS = 30_000
const MAX_SENDERS = 64

interface Smallest {
  current: number
  previous: number
  startedAt: number
}

/**
 * Creates a function that estimates how far this process's clock is ahead of a sender's. The estimate is the smallest
 * difference of the last 30 to 60 s, so it includes the shortest delivery. The clocks of hosts need not agree.
 */
export function createClockOffsets(): (sender: string, sentAt: number, receivedAt: number) => number {
  const senders = new LRUCache<string, Smallest>({ max: MAX_SENDERS })

  return (sender, sentAt, receivedAt) => {
    const difference = receivedAt - sentAt
    const known = senders.get(sender) ?? { current: difference, previous: difference, startedAt: receivedAt }
    if (receivedAt - known.startedAt >= WINDOW_MS) {
      // a message moves one window at most, so that the estimate survives a pause of any length
      Object.assign(known, { previous: known.current, current: difference, startedAt: receivedAt })
    }
    known.current = Math.min(known.current, difference)
    senders.set(sender, known)
    return Math.min(known.current, known.previous)
  }
}
