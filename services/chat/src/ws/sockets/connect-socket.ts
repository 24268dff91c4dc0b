import { flushed } from '@zing/kit/nats/connection'
import type { Ctx } from '../../context.ts'
import type { ClientSocket } from './client-socket.ts'
import type { ReadVersions } from './read-versions.ts'
import { reconnectWindow } from './reconnect-window.ts'

const FLUSH_MS = 1_000

interface Options {
  /** Count of the process's sockets. */
  socketCount: number
  /** Set if the client wants versions. */
  readVersions: ReadVersions | null
}

/**
 * Subscribes to pushes, then sends CONNECTED. The client fetches after it, unless the versions say that nothing has changed.
 * So no push is missed in between.
 */
export async function connectSocket(
  { nats, isPushTrusted }: Ctx,
  socket: ClientSocket,
  { socketCount, readVersions }: Options,
): Promise<void> {
  const isFirst = !socket.isConnected
  socket.isConnected = true
  if (isFirst) await flushed(nats, FLUSH_MS) // NATS has registered the subscription
  const versions = await readVersions?.(socket.userId)
  socket.send({
    type: 'CONNECTED',
    userId: socket.userId,
    ...reconnectWindow(socketCount),
    ...(versions && { versions }),
  })
  if (!isPushTrusted()) socket.send({ type: 'PUSH_DEGRADED' })
}
