import { createClockOffsets } from '@zing/kit/http/clock-offset'
import { broadcast, subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { type BroadcastOf, presenceChanged } from '@zing/proto/nats/broadcasts'
import { createRecentPushes } from './recent-pushes.ts'

/** Time in which the other processes respond after this one has connected; until then it publishes every push. */
const SETTLE_MS = 2_000
const RESPOND_WITHIN_MS = 50
const BEAT_MS = 10_000
/** Beats of this process within which another one must have been heard of. */
const MAX_SILENT_BEATS = 3
const USERS_PER_MESSAGE = 10_000

type PresenceChange = BroadcastOf<typeof presenceChanged>

interface Peer {
  users: Set<number>
  /** Of its last message; the next one has the next number. */
  number: number
  /** False when a message of it was missed: it may then have any user. */
  isKnown: boolean
  silentBeats: number
}

export interface Presence {
  /** True if another process may have a socket of the user, also while that is not known. */
  mayBeElsewhere(userId: number): boolean
  /** To be called for a push that is not published. */
  recordUnpublished(userId: number): void
  /** To be called for the first socket of a user, and after the last one has closed. */
  open(userId: number): void
  close(userId: number): void
  stop(): void
}

export interface PresenceOptions {
  /** Name of this process among the others; another one after each start. */
  process: string
  nats: Nats
  /** The users with a socket at this process. */
  users(): number[]
  /** Pushes for a user at another process, which was announced too late, may not have been published. */
  onLate(userId: number): void
  /** Pushes for the users of another process may not have been published. */
  onLost(): void
}

/**
 * Follows which users have a socket at which other process, so that pushes for all others need not be published. What it
 * does not know counts as present. A process announces its users when it connects to NATS and when one comes or goes. Its
 * messages are numbered, and one comes at least every 10 s, so that a missed one is noticed; the clients concerned then
 * refetch.
 */
export function createPresence({ process, nats, users, onLate, onLost }: PresenceOptions): Presence {
  const peers = new Map<string, Peer>()
  const unpublished = createRecentPushes()
  const offsetOf = createClockOffsets()
  let hasSettled = false
  let isDeaf = false
  let number = 0
  let roundTripMs = 0
  let connections = 0
  let settling: NodeJS.Timeout | undefined
  let responding: NodeJS.Timeout | null = null
  const beats = setInterval(beat, BEAT_MS).unref()

  nats.onChange(learnAnew)
  if (nats.up()) learnAnew(true) // connected before this was created
  subscribe(nats, presenceChanged, receive, () => {
    isDeaf = true
  })

  function learnAnew(isUp: boolean): void {
    hasSettled = false
    clearTimeout(settling)
    peers.clear()
    connections += 1
    if (isUp) void greet(connections).catch(() => {}) // disconnected again: the next connection follows
  }

  /** Asks the others for their users, once NATS has registered the subscriptions. */
  async function greet(connection: number): Promise<void> {
    await measureRoundTrip()
    if (connection !== connections) return
    announceAll({ isRequest: true })
    settling = setTimeout(() => {
      hasSettled = true
    }, SETTLE_MS).unref()
  }

  async function measureRoundTrip(): Promise<void> {
    const startedAt = performance.now()
    await (await nats.connection).flush()
    roundTripMs = performance.now() - startedAt
  }

  function announce(change: Partial<PresenceChange>): void {
    number += 1
    const empty = { opened: [], closed: [], isComplete: false, isRequest: false, isLast: false }
    broadcast(nats, presenceChanged, { process, number, sentAt: performance.now(), ...empty, ...change })
  }

  function announceAll(change: Partial<PresenceChange> = {}): void {
    const all = users()
    announce({ ...change, isComplete: true, opened: all.slice(0, USERS_PER_MESSAGE) })
    for (let first = USERS_PER_MESSAGE; first < all.length; first += USERS_PER_MESSAGE)
      announce({ opened: all.slice(first, first + USERS_PER_MESSAGE) })
  }

  function respond(): void {
    responding ??= setTimeout(() => {
      responding = null
      announceAll()
    }, RESPOND_WITHIN_MS).unref()
  }

  function beat(): void {
    for (const [name, peer] of peers) {
      peer.silentBeats += 1
      if (peer.silentBeats > MAX_SILENT_BEATS) peers.delete(name)
    }
    if (nats.up()) void measureRoundTrip().catch(() => {}) // disconnected: the next connection measures it
    announce({ isRequest: [...peers.values()].some(({ isKnown }) => !isKnown) })
  }

  function receive(change: PresenceChange): void {
    const announcedAt = sentAt(change)
    if (change.isRequest) respond()
    if (change.isLast) return void peers.delete(change.process)
    const peer = peers.get(change.process)
    const isNext = peer?.isKnown && change.number === peer.number + 1
    if (isNext) return apply(peer, change, announcedAt)
    if (change.isComplete) return learn(change)
    const unknown = { users: new Set<number>(), number: change.number, isKnown: false, silentBeats: 0 }
    if (peer?.isKnown !== false) announce({ isRequest: true })
    peers.set(change.process, unknown)
  }

  /**
   * By the clock of this process, when a message had reached NATS, or earlier: the smallest delay includes the way from
   * there. The sender waits for it before CONNECTED, so that its client fetches what was pushed before.
   */
  function sentAt(change: PresenceChange): number {
    return change.sentAt + offsetOf(change.process, change.sentAt, performance.now()) - roundTripMs
  }

  /** Takes the users of a process that was not known, which pushes may have missed unless it has just started. */
  function learn({ process: name, number, opened }: PresenceChange): void {
    peers.set(name, { users: new Set(opened), number, isKnown: true, silentBeats: 0 })
    if (hasSettled && opened.length > 0) onLost()
  }

  function apply(peer: Peer, { number, opened, closed, isComplete }: PresenceChange, announcedAt: number): void {
    const before = peer.users
    if (isComplete) peer.users = new Set()
    peer.number = number
    peer.silentBeats = 0
    for (const userId of closed) peer.users.delete(userId)
    for (const userId of opened) {
      if (!before.has(userId) && unpublished.wasPushedSince(userId, announcedAt)) onLate(userId)
      peer.users.add(userId)
    }
  }

  /** After the subscription to the user's pushes, which is made when this promise resolves too. */
  function announceLater(change: Partial<PresenceChange>): void {
    void nats.connection.then(() => nats.up() && announce(change)).catch(() => {}) // connectNats ends the process
  }

  return {
    mayBeElsewhere(userId) {
      if (!hasSettled || isDeaf) return true
      for (const { isKnown, users } of peers.values()) if (!isKnown || users.has(userId)) return true
      return false
    },
    recordUnpublished: unpublished.record,
    open: (userId) => announceLater({ opened: [userId] }),
    close: (userId) => announceLater({ closed: [userId] }),
    stop() {
      clearInterval(beats)
      clearTimeout(settling)
      if (responding) clearTimeout(responding)
      announce({ isLast: true })
    },
  }
}
