import type { Log } from '@zing/kit/observability/logger'
import { createBatcher } from '@zing/kit/timing/batcher'
import { intervalWhileNeeded } from '@zing/kit/timing/interval-while-needed'
import type { ServerFrame } from '@zing/proto/frames/server'
import { ONLINE_STALE_MS } from '@zing/proto/limits'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import { pairKey } from '@zing/proto/pair-key'
import type { Times } from '../../times.ts'
import type { ClientSocket } from '../sockets/client-socket.ts'
import type { Connections } from '../sockets/connections.ts'
import type { Peers } from './peers.ts'
import { createWatchedUsers } from './watched-users.ts'

/** A user without a socket stays online this long, since a reload or a change of the network takes less. */
const AWAY_MS = 4_000
const CHECK_MS = 2_500
/** Time for the pushes of a change. */
const PUSHED_MS = 1_500
/** Time since the last pong, which comes every PING_MS. A client that vanishes is offline in time. */
const LEASE_MS = ONLINE_STALE_MS - AWAY_MS - CHECK_MS - PUSHED_MS
/** Changes wait this long for others, so that one command looks up many pairs. */
const LINGER_MS = 100
const PAIRS_PER_LOOKUP = 1_000
const LOADING = { maxConcurrent: 2, size: SESSIONS_PER_REQUEST, lingerMs: 20 }
/** Frames that a user gets when a match begins or ends. */
const MATCH_FRAMES = new Set<ServerFrame['type']>([
  'NEW_MATCH',
  'MATCH_RESTORED',
  'MATCH_ENDED',
  'USER_BLOCKED',
  'BLOCK_CONFIRMED',
])

export interface OnlineStatus {
  /** Call it for a socket after CONNECTED. Matches then see its user, who learns which of them are online. */
  addSocket(socket: ClientSocket): void
  onlineUsers(): number[]
  /** Call it with users whose state at other processes has changed. */
  onChange(userIds: number[]): void
  /** Call it when pushes were lost, perhaps of new matches, which this process would not follow. */
  reload(): void
  stop(): void
}

export interface OnlineStatusOptions {
  log: Log
  connections: Pick<Connections, 'all' | 'of' | 'has' | 'deliver' | 'onDelivery'>
  peers: Pick<Peers, 'hasOnline' | 'announce'>
  /** False while the community has switched presence off: nobody is shown as online. */
  isFeatureOn?: () => boolean
  /** Asks auth which users show that they are online. */
  confirmShown(sockets: ClientSocket[]): Promise<void>
  listPartners(userIds: number[]): Promise<Map<number, number[]>>
  openPairsOf(pairs: (readonly [number, number])[]): Promise<Set<string>>
  now?: () => number
  times?: Times
}

/**
 * Pushes to users which of their matches are online. Each process follows the partners of its own users, and other processes
 * send lists of their users. A change is pushed only if the two users' conversation is open in the database (SEC-157).
 */
export function createOnlineStatus({
  log,
  connections,
  peers,
  isFeatureOn = () => true,
  confirmShown,
  listPartners,
  openPairsOf,
  now = () => performance.now(),
  times = {},
}: OnlineStatusOptions): OnlineStatus {
  const { awayMs = AWAY_MS, checkMs = CHECK_MS } = times
  const watched = createWatchedUsers()
  /** Users of this process who are shown as online, and when a socket of theirs last responded. */
  const lastPresentAt = new Map<number, number>()
  let hasArrivals = false
  const changed = new Set<number>()
  /** Sockets whose matches are up to date, or are being read. */
  let informed = new WeakSet<ClientSocket>()
  const loading = new Set<ClientSocket>()
  let pushTimer: NodeJS.Timeout | null = null
  let isStopped = false
  const checks = intervalWhileNeeded(checkMs, check)
  connections.onDelivery((userId, { type }) => {
    if (MATCH_FRAMES.has(type)) for (const socket of connections.of(userId)) loadMatches(socket)
  })

  const confirmVisibility = createBatcher<ClientSocket>(async (sockets) => {
    await confirmShown(sockets)
    for (const socket of sockets) if (isPresent(socket)) markPresent(socket.userId)
  }, LOADING)
  const loadPartners = createBatcher<ClientSocket>(async (sockets) => {
    const partners = await listPartners([...new Set(sockets.map(({ userId }) => userId))])
    for (const socket of sockets)
      if (socket.isOpen() && informed.has(socket)) sendOnlineMatches(socket, partners.get(socket.userId) ?? [])
  }, LOADING)

  /** The next check tries again after a failure, and after a change during the read. */
  function loadMatches(socket: ClientSocket): void {
    informed.delete(socket)
    if (loading.has(socket)) return
    loading.add(socket)
    informed.add(socket)
    void loadPartners(socket)
      .catch(() => informed.delete(socket))
      .finally(() => loading.delete(socket))
  }

  function isOnline(userId: number): boolean {
    return lastPresentAt.has(userId) || peers.hasOnline(userId)
  }

  function isPresent(socket: ClientSocket): boolean {
    return (
      isFeatureOn() &&
      socket.isConnected &&
      socket.showsOnline &&
      socket.isOpen() &&
      now() - socket.respondedAt < LEASE_MS
    )
  }

  function markPresent(userId: number): void {
    const isNew = !lastPresentAt.has(userId)
    lastPresentAt.set(userId, now())
    if (!isNew) return
    hasArrivals = true
    schedulePush([userId])
  }

  /** Sends which matches are online. The user's other tabs get only what is new to them. */
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
  }

  /** Notices arrivals and departures. Returns false in a process without work. */
  function check(): boolean {
    for (const socket of connections.all()) {
      if (isPresent(socket)) markPresent(socket.userId)
      if (socket.isConnected && !informed.has(socket)) loadMatches(socket)
    }
    const left = [...lastPresentAt].flatMap(([userId, at]) => (now() - at > awayMs ? [userId] : []))
    for (const userId of left) lastPresentAt.delete(userId)
    if (hasArrivals || left.length > 0) peers.announce()
    hasArrivals = false
    for (const userId of watched.watcherIds()) if (!connections.has(userId)) watched.remove(userId)
    schedulePush([...left, ...changed]) // includes changes that an unavailable database has left
    return connections.all().length > 0 || lastPresentAt.size > 0
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
      for (const userId of userIds) changed.add(userId) // the next check tries again
    }
    pushTimer = null
    if (!hasFailed) schedulePush([]) // pushes changes that came meanwhile
  }

  async function pushToPairs(pairs: (readonly [number, number])[]): Promise<void> {
    const open = await openPairsOf(pairs)
    for (const [watcherId, userId] of pairs) {
      if (!open.has(pairKey(watcherId, userId))) {
        watched.unwatch(watcherId, userId)
        continue
      }
      const online = isOnline(userId) // the current state
      if (watched.markPushed(watcherId, userId, online))
        connections.deliver(watcherId, userId, { type: 'PRESENCE', userId, online })
    }
  }

  return {
    addSocket(socket) {
      checks.start()
      confirmVisibility(socket).catch(() => {}) // the recheck of its session confirms it later
      loadMatches(socket)
    },
    onlineUsers: () => [...lastPresentAt.keys()],
    onChange: schedulePush,
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
