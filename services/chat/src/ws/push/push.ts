import { publishTo, subscribeTo } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { ServerFrame } from '@zing/proto/frames/server'
import { pushSubject } from '@zing/proto/nats/broadcasts'
import { z } from 'zod/mini'
import { pushes, pushLag } from '../../metrics.ts'
import type { Peers } from '../presence/peers.ts'
import type { ClientSocket } from '../sockets/client-socket.ts'
import type { Connections } from '../sockets/connections.ts'
import type { PushHealth } from './push-health.ts'

const Envelope = z.object({ at: z.number(), aboutId: z.nullable(z.int()), frame: ServerFrame })

interface PushOptions {
  nats: Nats
  connections: Connections
  health: Pick<PushHealth, 'recordLoss'>
  peers: Pick<Peers, 'mayExist'>
  /** Called with every frame that this process pushes, or receives for a user. */
  onFrame(userId: number, frame: ServerFrame): void
}

/** A `Push` without the socket `except`, which gets the frame as its response. */
export type SocketPush = (userId: number, aboutId: number | null, frame: ServerFrame, except?: ClientSocket) => void

/**
 * Pushes to this process's sockets directly, and to other processes over NATS, at most once. NATS passes a push to processes
 * where the user has a socket. A process that is alone publishes nothing.
 */
export function createPush({ nats, connections, health, peers, onFrame }: PushOptions): SocketPush {
  connections.onFirstSocket((userId) =>
    subscribeTo(nats, pushSubject(userId), (payload) => {
      const envelope = Envelope.safeParse(payload)
      if (!envelope.success) return
      pushLag.observe(Math.max(0, Date.now() - envelope.data.at) / 1_000)
      onFrame(userId, envelope.data.frame)
      connections.deliver(userId, envelope.data.aboutId, envelope.data.frame)
    }),
  )

  return function push(userId, aboutId, frame, except) {
    onFrame(userId, frame)
    connections.deliver(userId, aboutId, frame, except)
    if (nats.up() && !peers.mayExist()) return pushes.inc({ route: 'local' })
    const isPublished = publishTo(nats, pushSubject(userId), { at: Date.now(), aboutId, frame })
    pushes.inc({ route: isPublished ? 'published' : 'lost' })
    if (!isPublished) health.recordLoss()
  }
}
