import { publishTo, subscribeTo } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { ServerFrame } from '@zing/proto/frames/server'
import { pushSubject } from '@zing/proto/nats/broadcasts'
import { z } from 'zod/mini'
import { pushLag } from '../metrics.ts'
import type { Connections } from './connections.ts'
import type { PushHealth } from './push-health.ts'
import type { Session } from './session.ts'

const Envelope = z.object({ at: z.number(), aboutId: z.nullable(z.int()), frame: ServerFrame })

/** As `Push`; `except` is a socket that gets the frame as its response. */
export type SocketPush = (userId: number, aboutId: number | null, frame: ServerFrame, except?: Session) => void

/** Pushes to the sockets of this process directly, also without NATS, and to others over NATS, at most once. */
export function createPush(nats: Nats, connections: Connections, health: PushHealth): SocketPush {
  connections.onFirstSocket((userId) =>
    subscribeTo(nats, pushSubject(userId), (payload) => {
      const envelope = Envelope.safeParse(payload)
      if (!envelope.success) return
      pushLag.observe(Math.max(0, Date.now() - envelope.data.at) / 1_000)
      connections.deliver(userId, envelope.data.aboutId, envelope.data.frame)
    }),
  )

  return function push(userId, aboutId, frame, except) {
    connections.deliver(userId, aboutId, frame, except)
    if (!publishTo(nats, pushSubject(userId), { at: Date.now(), aboutId, frame })) health.recordLoss()
  }
}
