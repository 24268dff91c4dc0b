import { broadcast, publishTo } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import {
  type BroadcastOf,
  type matchesEnded,
  type notificationsCleared,
  type notificationsRead,
  pushRestored,
} from '@zing/proto/nats/broadcasts'

type ToTabs = typeof matchesEnded | typeof notificationsCleared | typeof notificationsRead

/** Broadcasts to chat, which pushes to the open tabs of the users. */
export type BroadcastToTabs = <B extends ToTabs>(contract: B, payload: BroadcastOf<B>) => void

/** Longer than a dead connection to NATS stays unnoticed. */
const UNNOTICED_MS = 30_000

/** Broadcasts to chat. If the loss of the NATS connection loses a broadcast, clients refetch once it is back. */
export function createTabBroadcaster(nats: Nats, now: () => number = () => performance.now()): BroadcastToTabs {
  let lastAt = Number.NEGATIVE_INFINITY
  let hasLost = false

  nats.onChange((isUp) => {
    if (!isUp && now() - lastAt < UNNOTICED_MS) hasLost = true
    if (!isUp || !hasLost) return
    hasLost = false
    broadcast(nats, pushRestored, {})
  })

  return (contract, payload) => {
    lastAt = now()
    if (!publishTo(nats, contract.subject, payload)) hasLost = true
  }
}
