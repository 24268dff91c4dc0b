import { createBatcher } from '@zing/kit/batcher'
import { intervalWhileNeeded } from '@zing/kit/interval-while-needed'
import type { Log } from '@zing/kit/observability/logger'
import type { ServerFrame } from '@zing/proto/frames/server'
import { ONLINE_STALE_MS } from '@zing/proto/limits'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import { pairKey } from '@zing/proto/pair-key'
import type { ClientSocket } from './client-socket.ts'
import type { Connections } from './connections.ts'
import { createOnlineAtPeers } from './online-at-peers.ts'
import type { Peers, PresenceChange } from './peers.ts'
import { createWatchedUsers } from './watched-users.ts'

/** A user stays online for so long without a socket: a reload or a change of the network takes less. */
const AWAY_MS = 4_000
const CHECK_MS = 2_500
/** For the pushes of a change. */
const PUSHED_MS = 1_500
/** Since the last pong, of which one comes every PING_MS: a client that is gone without a word is offline in time. */
const LEASE_MS = ONLINE_STALE_MS - AWAY_MS - CHECK_MS - PUSHED_MS
/** Changes wait for others, so that one command looks up many pairs. */
const LINGER_MS = 100
const PAIRS_PER_LOOKUP = 1_000
const BROADCASTING = { maxConcurrent: 1, size: 1_000, lingerMs: LINGER_MS }
const LOADING = { maxConcurrent: 2, size: SESSIONS_PER_REQUEST, lingerMs: 20 }

export interface OnlineStatus {
  /** To be called for a socket after CONNECTED: its user is shown to matches and learns which of them are online. */
  addSocket(socket: ClientSocket): void
  onlineUsers(): number[]
  onChange(change: PresenceChange): void
  /** To be called when pushes were lost: also those of new matches, whose online state this process does not follow then. */
  reload(): void
  stop(): void
}

export interface OnlineStatusOptions {
  log: Log
  connections: Pick<Connections, 'all' | 'users' | 'deliver' | 'onDelivery'>
  broadcastOnline: Peers['broadcastOnline']
  /** Learns from auth which users show that they are online. */
  confirmShown(sockets: ClientSocket[]): Promise<void>
  listPartners(userIds: number[]): Promise<Map<number, number[]>>
  openPairsOf(pairs: (readonly [number, number])[]): Promise<Set<string>>
  now?: () => number
}

/**
 * Pushes to users which of their matches are online. Each process follows the partners of its own users, and learns from the
 * presence messages of the others who is online there. A change is pushed only to a user whose conversation with the other
 * one is open in the database at that moment (SEC-157).
 */
export function createOnlineStatus({
  log,
  connections,
  broadcastOnline,
  confirmShown,
  listPartners,
  openPairsOf,
  now = () => performance.now(),
}: OnlineStatusOptions): OnlineStatus {
  const atPeers = createOnlineAtPeers(now)
  const watched = createWatchedUsers()
  /** The users of this process who are shown as online, and when they last had a socket that responds. */
  const lastPresentAt = new Map<number, number>()
  const changed = new Set<number>()
  /** The sockets that know which of their matches are online, and are told of each change. */
  let informed = new WeakSet<ClientSocket>()
  /** The sockets whose matches are being read, and which users have become or ceased to be a match meanwhile. */
  const loading = new Map<ClientSocket, Map<number, boolean>>()
  let pushTimer: NodeJS.Timeout | null = null
  let isStopped = false
  const checks = intervalWhileNeeded(CHECK_MS, check)
  connections.onDelivery(followMatches)

  const confirmVisibility = createBatcher<ClientSocket>(async (sockets) => {
    await confirmShown(sockets)
    for (const socket of sockets) if (isPresent(socket)) markPresent(socket.userId)
  }, LOADING)
  /** A user who has left meanwhile was broadcast as offline already. */
  const broadcastArrival = createBatcher<number>(
    async (userIds) => broadcastOnline({ online: userIds.filter((userId) => lastPresentAt.has(userId)) }),
    BROADCASTING,
  )
  const loadPartners = createBatcher<ClientSocket>(async (sockets) => {
    const partners = await listPartners([...new Set(sockets.map(({ userId }) => userId))])
    for (const socket of sockets) if (socket.isOpen()) sendOnlineMatches(socket, asOfNow(socket, partners))
  }, LOADING)

  function asOfNow(socket: ClientSocket, read: Map<number, number[]>): number[] {
    const partners = new Set(read.get(socket.userId))
    for (const [partnerId, isMatch] of loading.get(socket) ?? [])
      if (isMatch) partners.add(partnerId)
      else partners.delete(partnerId)
    return [...partners]
  }

  /** Without a database the next check tries again. */
  function loadMatches(socket: ClientSocket): void {
    if (loading.has(socket)) return
    loading.set(socket, new Map())
    void loadPartners(socket)
      .catch(() => {})
      .finally(() => loading.delete(socket))
  }

  function isOnline(userId: number): boolean {
    return lastPresentAt.has(userId) || atPeers.has(userId)
  }

  function isPresent(socket: ClientSocket): boolean {
    return socket.isConnected && socket.showsOnline && socket.isOpen() && now() - socket.respondedAt < LEASE_MS
  }

  function markPresent(userId: number): void {
    const isNew = !lastPresentAt.has(userId)
    lastPresentAt.set(userId, now())
    if (!isNew) return
    void broadcastArrival(userId)
    schedulePush([userId])
  }

  /** Names the matches that are online; the user's other tabs get what they do not know yet. */
  function sendOnlineMatches(socket: ClientSocket, partners: number[]): void {
    const { userId } = socket
    watched.set(userId, partners)
    for (const partnerId of partners) {
      if (!isOnline(partnerId)) continue
      const frame = { type: 'PRESENCE' as const, userId: partnerId, online: true }
      const isKnown = watched.isPushed(userId, partnerId, true)
      watched.markPushed(userId, partnerId, true)
      if (isKnown) socket.send(frame)
      else connections.deliver(userId, partnerId, frame)
    }
    informed.add(socket)
  }

  function followMatches(userId: number, frame: ServerFrame): void {
    switch (frame.type) {
      case 'NEW_MATCH':
        return follow(userId, frame.match.id)
      case 'MATCH_RESTORED':
        return follow(userId, frame.userId)
      case 'MATCH_ENDED':
        return unfollow(userId, frame.userId)
      case 'USER_BLOCKED':
        return unfollow(userId, frame.blockedBy)
      case 'BLOCK_CONFIRMED':
        return unfollow(userId, frame.blockedUserId)
    }
  }

  function follow(userId: number, partnerId: number): void {
    noteWhileLoading(userId, partnerId, true)
    watched.watch(userId, partnerId)
    schedulePush([partnerId])
  }

  function unfollow(userId: number, partnerId: number): void {
    noteWhileLoading(userId, partnerId, false)
    watched.unwatch(userId, partnerId)
  }

  function noteWhileLoading(userId: number, partnerId: number, isMatch: boolean): void {
    for (const [socket, changes] of loading) if (socket.userId === userId) changes.set(partnerId, isMatch)
  }

  /** Notices who is here, who has left, and which processes are gone. Returns false in a process without work. */
  function check(): boolean {
    for (const socket of connections.all()) {
      if (isPresent(socket)) markPresent(socket.userId)
      if (socket.isConnected && !informed.has(socket)) loadMatches(socket)
    }
    const left = [...lastPresentAt].flatMap(([userId, at]) => (now() - at > AWAY_MS ? [userId] : []))
    for (const userId of left) lastPresentAt.delete(userId)
    if (left.length > 0) broadcastOnline({ offline: left })
    const connected = new Set(connections.users())
    for (const userId of watched.watcherIds()) if (!connected.has(userId)) watched.remove(userId)
    schedulePush([...left, ...atPeers.expire(), ...changed]) // also what a database that was unavailable has left
    return connected.size > 0 || lastPresentAt.size > 0
  }

  function schedulePush(userIds: number[]): void {
    for (const userId of userIds) changed.add(userId)
    if (changed.size > 0 && !isStopped) pushTimer ??= setTimeout(() => void pushChanges(), LINGER_MS)
  }

  async function pushChanges(): Promise<void> {
    const userIds = [...changed]
    changed.clear()
    const outdated = userIds.flatMap((userId) =>
      watched.outdatedWatchers(userId, isOnline(userId)).map((watcherId) => [watcherId, userId] as const),
    )
    let hasFailed = false
    try {
      for (let first = 0; first < outdated.length; first += PAIRS_PER_LOOKUP)
        await pushToPairs(outdated.slice(first, first + PAIRS_PER_LOOKUP))
    } catch (err) {
      hasFailed = true
      if (!isStopped) log.warn({ err }, 'online state not pushed')
      for (const userId of userIds) changed.add(userId) // until the next check
    }
    pushTimer = null
    if (!hasFailed) schedulePush([]) // what has changed meanwhile
  }

  async function pushToPairs(pairs: (readonly [number, number])[]): Promise<void> {
    const open = await openPairsOf(pairs)
    for (const [watcherId, userId] of pairs) {
      if (!open.has(pairKey(watcherId, userId))) {
        watched.unwatch(watcherId, userId)
        continue
      }
      const online = isOnline(userId) // as it is now
      if (watched.markPushed(watcherId, userId, online))
        connections.deliver(watcherId, userId, { type: 'PRESENCE', userId, online })
    }
  }

  return {
    addSocket(socket) {
      checks.start()
      confirmVisibility(socket).catch(() => {}) // the recheck of its session confirms it again
      loadMatches(socket)
    },
    onlineUsers: () => [...lastPresentAt.keys()],
    onChange: (change) => schedulePush(atPeers.receive(change)),
    reload() {
      informed = new WeakSet() // the next check reads the matches
    },
    stop() {
      isStopped = true
      checks.stop()
      if (pushTimer) clearTimeout(pushTimer)
    },
  }
}
