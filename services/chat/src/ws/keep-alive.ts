import { HEARTBEAT_MS, PING_MISSES, PING_MS } from '@zing/proto/limits'
import type { Connections } from './connections.ts'

/** Two timers for all sockets: pings that find the dead, and a frame that tells a browser (which cannot see pings) that we live. */
export function keepAlive(connections: Connections): { stop(): void } {
  const pings = setInterval(() => {
    for (const session of connections.all()) {
      if (session.missedPongs >= PING_MISSES) session.terminate()
      else session.ping()
    }
  }, PING_MS)
  const heartbeats = setInterval(() => {
    for (const session of connections.all()) session.send({ type: 'HEARTBEAT' })
  }, HEARTBEAT_MS)

  return {
    stop() {
      clearInterval(pings)
      clearInterval(heartbeats)
    },
  }
}
