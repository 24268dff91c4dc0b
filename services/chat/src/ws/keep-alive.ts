import { HEARTBEAT_MS, PING_MISSES, PING_MS } from '@zing/proto/limits'
import type { Connections } from './connections.ts'
import { staggeredInterval } from './staggered-interval.ts'

/** Pings sockets to detect dead ones (SEC-86) and sends heartbeat frames, since browsers do not see pings. */
export function keepAlive(connections: Pick<Connections, 'all' | 'onOpen'>): { stop(): void } {
  const pings = staggeredInterval(connections, PING_MS, (sessions) => {
    for (const session of sessions) {
      if (session.missedPongs >= PING_MISSES) session.terminate()
      else session.ping()
    }
  })
  const heartbeats = staggeredInterval(connections, HEARTBEAT_MS, (sessions) => {
    for (const session of sessions) if (session.isConnected) session.send({ type: 'HEARTBEAT' })
  })

  return {
    stop() {
      pings.stop()
      heartbeats.stop()
    },
  }
}
