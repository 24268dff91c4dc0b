import { HEARTBEAT_MS, PING_MISSES, PING_MS } from '@zing/proto/limits'
import { staggeredInterval } from '../presence/staggered-interval.ts'
import type { Connections } from './connections.ts'
import { reconnectWindow } from './reconnect-window.ts'

/** Pings sockets to detect dead ones (SEC-86), and sends heartbeat frames, since browsers do not see pings. */
export function keepAlive(connections: Pick<Connections, 'all' | 'count' | 'onOpen'>): { stop(): void } {
  const pings = staggeredInterval(connections, PING_MS, (sockets) => {
    for (const socket of sockets) {
      if (socket.missedPongs >= PING_MISSES) socket.terminate()
      else socket.ping()
    }
  })
  const heartbeats = staggeredInterval(connections, HEARTBEAT_MS, (sockets) => {
    const frame = { type: 'HEARTBEAT' as const, ...reconnectWindow(connections.count()) }
    for (const socket of sockets) if (socket.isConnected) socket.send(frame)
  })

  return {
    stop() {
      pings.stop()
      heartbeats.stop()
    },
  }
}
