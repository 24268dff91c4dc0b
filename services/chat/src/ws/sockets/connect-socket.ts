import { flushed } from '@zing/kit/nats/connection'
import type { Ctx } from '../../context.ts'
import type { ClientSocket } from './client-socket.ts'

const FLUSH_MS = 1_000

/** Subscribes to pushes, then sends CONNECTED. The client fetches after it, so no push is missed in between. */
export async function connectSocket({ nats, isPushTrusted }: Ctx, socket: ClientSocket): Promise<void> {
  socket.isConnected = true
  await flushed(nats, FLUSH_MS) // NATS has registered the subscription
  socket.send({ type: 'CONNECTED', userId: socket.userId })
  if (!isPushTrusted()) socket.send({ type: 'PUSH_DEGRADED' })
}
