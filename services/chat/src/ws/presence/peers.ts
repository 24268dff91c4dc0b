import { randomUUID } from 'node:crypto'
import { broadcast, subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { type BroadcastOf, chatPresence } from '@zing/proto/nats/broadcasts'
import type { Times } from '../../times.ts'

/** Other processes answer a newly connected one within this time. Until then it does not count as alone. */
const ANSWERS_MS = 2_000
/** One answer serves for several processes. */
const ANSWER_WITHIN_MS = 50
const BEAT_MS = 10_000
/**
 * A process is dropped this long after its last message. One may be missed, and its users are offline within ONLINE_STALE_MS.
 */
const LEASE_MS = 24_000
/** A vanished process counts as cut off for this time at most; its users may have left. */
const CUT_OFF_MS = 10 * 60_000
/** Clients of a stopping process connect to another one within this time. */
const HANDOVER_MS = 10_000
/** A list must fit into a NATS message of 1 MiB. */
const USERS_MAX = 100_000

interface Peer {
  online: Set<number>
  forgetting: NodeJS.Timeout
}

export interface Peers {
  /** False if this process is alone, true while that is uncertain. */
  mayExist(): boolean
  /** True if the user is online at another process. */
  hasOnline(userId: number): boolean
  /** Call it when the users who are online here have changed. */
  announce(): void
  stop(): void
}

export interface PeersOptions {
  nats: Nats
  /** Users of this process whom matches see as online. */
  onlineUsers(): number[]
  /** Called with users whose state at other processes has changed. */
  onChange(userIds: number[]): void
  /** Called for a newly found process. `wasAlone` is true if this process thought that it was alone. */
  onFound(found: { wasAlone: boolean }): void
  /** Called when pushes may miss users of a process that has vanished, and when that is over. */
  onCutOff(isCutOff: boolean): void
  times?: Times
}

/**
 * Follows the other chat processes and who is online at each. A process sends its whole list, which replaces its last one, so
 * a lost message matters only briefly. A process that knows no other one only says hello. A silent process is dropped, and
 * found again by its next message. In a NATS cluster it may be cut off until then: both halves of a split are connected.
 */
export function createPeers({ nats, onlineUsers, onChange, onFound, onCutOff, times = {} }: PeersOptions): Peers {
  const { beatMs = BEAT_MS, peerLeaseMs = LEASE_MS } = times
  const process = randomUUID()
  const peers = new Map<string, Peer>()
  const vanished = new Map<string, { online: Set<number>; until: number }>()
  let isCutOff = false
  let hasWaited = false
  let isDeaf = false
  let waiting: NodeJS.Timeout | undefined
  let answering: NodeJS.Timeout | null = null
  const beats = setInterval(beat, beatMs).unref()

  nats.onChange(onConnectionChange)
  if (nats.up()) onConnectionChange(true) // NATS was connected before
  subscribe(nats, chatPresence, receive, () => {
    isDeaf = true
  })

  function onConnectionChange(isUp: boolean): void {
    hasWaited = false
    clearTimeout(waiting)
    if (isUp) void introduce().catch(() => {}) // disconnected again; the next connection follows
  }

  async function introduce(): Promise<void> {
    await (await nats.connection).flush() // NATS has registered the subscriptions
    send()
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      hasWaited = true
    }, ANSWERS_MS).unref()
  }

  function beat(): void {
    send()
    reviewVanished()
  }

  function send(): void {
    const list = peers.size > 0 ? { online: onlineUsers().slice(0, USERS_MAX) } : {}
    broadcast(nats, chatPresence, { process, ...list, isAlone: !mayExist(), isLast: false })
  }

  function answer(): void {
    answering ??= setTimeout(() => {
      answering = null
      send()
    }, ANSWER_WITHIN_MS).unref()
  }

  function receive({ process: name, online, isAlone, isLast }: BroadcastOf<typeof chatPresence>): void {
    const wasAlone = !mayExist()
    const known = peers.get(name)
    if (isLast && !known) return
    clearTimeout(known?.forgetting)
    const before = known?.online ?? new Set<number>()
    const after = online ? new Set(online) : before
    peers.set(name, { online: after, forgetting: forgetLater(name, isLast) })
    if (vanished.delete(name)) reviewVanished()
    if (isLast) return
    if (!known || !online) answer()
    if (!known && (online || isAlone)) onFound({ wasAlone }) // a process that has just connected has published its pushes
    onChange([...missingIn(after, before), ...missingIn(before, after)])
  }

  function forgetLater(name: string, isLast: boolean): NodeJS.Timeout {
    return setTimeout(
      () => {
        const gone = peers.get(name)
        peers.delete(name)
        if (gone && !isLast) suspect(name, gone)
        if (gone) onChange([...gone.online])
      },
      isLast ? HANDOVER_MS : peerLeaseMs,
    ).unref()
  }

  /** A single server of NATS cannot be split: there, a silent process has no clients. */
  function suspect(name: string, { online }: Peer): void {
    if (!nats.up()?.info?.cluster) return
    vanished.set(name, { online, until: performance.now() + CUT_OFF_MS })
    reviewVanished()
  }

  function reviewVanished(): void {
    if (vanished.size === 0 && !isCutOff) return
    const here = new Set(onlineUsers())
    const isBack = (userId: number) => here.has(userId) || hasOnline(userId)
    for (const [name, { online, until }] of vanished) {
      const back = [...online].filter(isBack).length
      const isDead = back > online.size / 2 // its clients have connected to other processes
      if (isDead || performance.now() >= until) vanished.delete(name)
    }
    if (isCutOff === vanished.size > 0) return
    isCutOff = vanished.size > 0
    onCutOff(isCutOff)
  }

  function hasOnline(userId: number): boolean {
    for (const { online } of peers.values()) if (online.has(userId)) return true
    return false
  }

  function mayExist(): boolean {
    return !hasWaited || isDeaf || peers.size > 0
  }

  return {
    mayExist,
    hasOnline,
    announce() {
      if (peers.size > 0) send()
    },
    stop() {
      clearInterval(beats)
      clearTimeout(waiting)
      if (answering) clearTimeout(answering)
      for (const { forgetting } of peers.values()) clearTimeout(forgetting)
      broadcast(nats, chatPresence, { process, isAlone: false, isLast: true })
    },
  }
}

function missingIn(users: Set<number>, others: Set<number>): number[] {
  return [...others].filter((userId) => !users.has(userId))
}
