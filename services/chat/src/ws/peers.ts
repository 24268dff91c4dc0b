import { createClockOffsets } from '@zing/kit/http/clock-offset'
import { broadcast, subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { type BroadcastOf, presenceChanged } from '@zing/proto/nats/broadcasts'
import { createRecentPushes } from './recent-pushes.ts'

/** Time in which the other processes respond after this one has connected; until then it publishes every push. */
const RESPONSES_MS = 2_000
const RESPOND_WITHIN_MS = 50
const HEARTBEAT_MS = 10_000
/** Heartbeats of this process without a message of another one, after which that one is forgotten. */
const MAX_MISSED_HEARTBEATS = 3
const USERS_PER_MESSAGE = 10_000

export type PresenceChange = BroadcastOf<typeof presenceChanged>

interface Peer {
  users: Set<number>
  /** Of its last message; the next one has the next number. */
  number: number
  /** False when a message of it was missed: it may then have any user. */
  isKnown: boolean
  missedHeartbeats: number
}

export interface Peers {
  /** True if another process may have a socket of the user, also while that is not known. */
  mayHaveSocket(userId: number): boolean
  /** To be called for a push that is not published. */
  recordUnpublished(userId: number): void
  /** To be called for the first socket of a user, and after the last one has closed. */
  open(userId: number): void
  close(userId: number): void
  /** To be called for users whom matches see as online from now on, or no longer. */
  broadcastOnline(change: Pick<PresenceChange, 'online' | 'offline'>): void
  stop(): void
}

export interface PeersOptions {
  /** Name of this process among the others; another one after each start. */
  process: string
  nats: Nats
  /** The users with a socket at this process. */
  users(): number[]
  /** Those whom matches see as online. */
  onlineUsers(): number[]
  /** Called for each message of another process. */
  onChange(change: PresenceChange): void
  /** Pushes for a user at another process, whose message came too late, may not have been published. */
  onLate(userId: number): void
  /** Pushes for the users of another process may not have been published. */
  onLost(): void
}

/**
 * Follows which users have a socket at which other process, so that pushes for all others need not be published. What it
 * does not know counts as present. A process broadcasts its users when it connects to NATS and when one comes or goes. Its
 * messages are numbered, and one comes at least every 10 s, so that a missed one is noticed; the clients concerned then
 * refetch.
 */
export function createPeers({ process, nats, users, onlineUsers, onChange, onLate, onLost }: PeersOptions): Peers {
  const peers = new Map<string, Peer>()
  const unpublished = createRecentPushes()
  const offsetOf = createClockOffsets()
  let knowsPeers = false
  let isUnsubscribed = false
  let number = 0
  let roundTripMs = 0
  let connections = 0
  let waiting: NodeJS.Timeout | undefined
  let responding: NodeJS.Timeout | null = null
  const heartbeats = setInterval(sendHeartbeat, HEARTBEAT_MS).unref()

  nats.onChange(onConnectionChange)
  if (nats.up()) onConnectionChange(true) // connected before this was created
  subscribe(nats, presenceChanged, receive, () => {
    isUnsubscribed = true
  })

  function onConnectionChange(isUp: boolean): void {
    knowsPeers = false
    clearTimeout(waiting)
    peers.clear()
    connections += 1
    if (isUp) void requestUsers(connections).catch(() => {}) // disconnected again: the next connection follows
  }

  /** Requests the users of the others, once NATS has registered the subscriptions. */
  async function requestUsers(connection: number): Promise<void> {
    await measureRoundTrip()
    if (connection !== connections) return
    broadcastUsers({ isRequest: true })
    waiting = setTimeout(() => {
      knowsPeers = true
    }, RESPONSES_MS).unref()
  }

  async function measureRoundTrip(): Promise<void> {
    const startedAt = performance.now()
    await (await nats.connection).flush()
    roundTripMs = performance.now() - startedAt
  }

  function broadcastChange(change: Partial<PresenceChange>): void {
    number += 1
    const empty = { opened: [], closed: [], isComplete: false, isRequest: false, isLast: false }
    broadcast(nats, presenceChanged, { process, number, sentAt: performance.now(), ...empty, ...change })
  }

  function broadcastUsers(change: Partial<PresenceChange> = {}): void {
    const [all, online] = [users(), onlineUsers()]
    const from = (first: number) => ({
      opened: all.slice(first, first + USERS_PER_MESSAGE),
      online: online.slice(first, first + USERS_PER_MESSAGE),
    })
    broadcastChange({ ...change, isComplete: true, ...from(0) })
    const length = Math.max(all.length, online.length)
    for (let first = USERS_PER_MESSAGE; first < length; first += USERS_PER_MESSAGE) broadcastChange(from(first))
  }

  function respond(): void {
    responding ??= setTimeout(() => {
      responding = null
      broadcastUsers()
    }, RESPOND_WITHIN_MS).unref()
  }

  function sendHeartbeat(): void {
    for (const [name, peer] of peers) {
      peer.missedHeartbeats += 1
      if (peer.missedHeartbeats > MAX_MISSED_HEARTBEATS) peers.delete(name)
    }
    if (nats.up()) void measureRoundTrip().catch(() => {}) // disconnected: the next connection measures it
    broadcastChange({ isRequest: [...peers.values()].some(({ isKnown }) => !isKnown) })
  }

  function receive(change: PresenceChange): void {
    const publishedAt = publishedAtOf(change)
    onChange(change)
    if (change.isRequest) respond()
    if (change.isLast) return void peers.delete(change.process)
    const peer = peers.get(change.process)
    const isNext = peer?.isKnown && change.number === peer.number + 1
    if (isNext) return apply(peer, change, publishedAt)
    if (change.isComplete) return addPeer(change)
    const unknown = { users: new Set<number>(), number: change.number, isKnown: false, missedHeartbeats: 0 }
    if (peer?.isKnown !== false) broadcastChange({ isRequest: true })
    peers.set(change.process, unknown)
  }

  /**
   * By the clock of this process, when a message had reached NATS, or earlier: the smallest delay includes the way from
   * there. The sender waits for it before CONNECTED, so that its client fetches what was pushed before.
   */
  function publishedAtOf(change: PresenceChange): number {
    return change.sentAt + offsetOf(change.process, change.sentAt, performance.now()) - roundTripMs
  }

  /** Takes the users of a process that was not known, which pushes may have missed unless it has just started. */
  function addPeer({ process: name, number, opened }: PresenceChange): void {
    peers.set(name, { users: new Set(opened), number, isKnown: true, missedHeartbeats: 0 })
    if (knowsPeers && opened.length > 0) onLost()
  }

  function apply(peer: Peer, { number, opened, closed, isComplete }: PresenceChange, publishedAt: number): void {
    const before = peer.users
    if (isComplete) peer.users = new Set()
    peer.number = number
    peer.missedHeartbeats = 0
    for (const userId of closed) peer.users.delete(userId)
    for (const userId of opened) {
      if (!before.has(userId) && unpublished.wasPushedSince(userId, publishedAt)) onLate(userId)
      peer.users.add(userId)
    }
  }

  /** After the subscription to the user's pushes, which is made when this promise resolves too. */
  function broadcastLater(change: Partial<PresenceChange>): void {
    void nats.connection.then(() => nats.up() && broadcastChange(change)).catch(() => {}) // connectNats ends the process
  }

  return {
    mayHaveSocket(userId) {
      if (!knowsPeers || isUnsubscribed) return true
      for (const { isKnown, users } of peers.values()) if (!isKnown || users.has(userId)) return true
      return false
    },
    recordUnpublished: unpublished.record,
    open: (userId) => broadcastLater({ opened: [userId] }),
    close: (userId) => broadcastLater({ closed: [userId] }),
    broadcastOnline: broadcastLater,
    stop() {
      clearInterval(heartbeats)
      clearTimeout(waiting)
      if (responding) clearTimeout(responding)
      broadcastChange({ isLast: true })
    },
  }
}
