import { randomUUID } from 'node:crypto'
import { publishTo, subscribeTo } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { ServerFrame } from '@zing/proto/frames/server'
import { pushSubject } from '@zing/proto/nats/broadcasts'
import { z } from 'zod/mini'
import { pushes, pushLag } from '../metrics.ts'
import type { ClientSocket } from './client-socket.ts'
import type { Connections } from './connections.ts'
import { createPeers, type Peers, type PeersOptions } from './peers.ts'
import type { PushHealth } from './push-health.ts'

const Envelope = z.object({ at: z.number(), aboutId: z.nullable(z.int()), frame: ServerFrame })

interface PushOptions {
  nats: Nats
  connections: Connections
  health: PushHealth
  online: Pick<PeersOptions, 'onlineUsers' | 'onChange'>
  /** Called with every frame that is pushed to a user by this process, or passes through it. */
  onFrame(userId: number, frame: ServerFrame): void
}

export interface Pushing extends Pick<Peers, 'broadcastOnline' | 'stop'> {
  push: SocketPush
  /** True if a process may have a socket of the user. */
  mayHaveSocket(userId: number): boolean
}

/** As `Push`; `except` is a socket that gets the frame as its response. */
export type SocketPush = (userId: number, aboutId: number | null, frame: ServerFrame, except?: ClientSocket) => void

/**
 * Pushes to the sockets of this process directly, also without NATS, and over NATS, at most once, if another process may
 * have a socket of the user.
 */
export function createPush({ nats, connections, health, online, onFrame }: PushOptions): Pushing {
  const peers = createPeers({
    process: randomUUID(),
    nats,
    users: connections.users,
    ...online,
    onLate: (userId) => publish(userId, null, { type: 'PUSH_RESTORED' }),
    onLost: health.broadcastLoss,
  })

  connections.onFirstSocket((userId) => {
    const unsubscribe = subscribeTo(nats, pushSubject(userId), (payload) => {
      const envelope = Envelope.safeParse(payload)
      if (!envelope.success) return
      pushLag.observe(Math.max(0, Date.now() - envelope.data.at) / 1_000)
      onFrame(userId, envelope.data.frame)
      connections.deliver(userId, envelope.data.aboutId, envelope.data.frame)
    })
    peers.open(userId)
    return () => {
      unsubscribe()
      peers.close(userId)
    }
  })

  function publish(userId: number, aboutId: number | null, frame: ServerFrame): void {
    const isPublished = publishTo(nats, pushSubject(userId), { at: Date.now(), aboutId, frame })
    pushes.inc({ route: isPublished ? 'published' : 'lost' })
    if (!isPublished) health.recordLoss()
  }

  function push(userId: number, aboutId: number | null, frame: ServerFrame, except?: ClientSocket): void {
    onFrame(userId, frame)
    connections.deliver(userId, aboutId, frame, except)
    if (!nats.up() || peers.mayHaveSocket(userId)) return publish(userId, aboutId, frame)
    pushes.inc({ route: 'local' })
    peers.recordUnpublished(userId)
  }

  const mayHaveSocket = (userId: number) => connections.has(userId) || peers.mayHaveSocket(userId)
  return { push, mayHaveSocket, broadcastOnline: peers.broadcastOnline, stop: peers.stop }
}
