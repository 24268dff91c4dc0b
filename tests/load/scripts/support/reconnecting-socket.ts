import type { ServerFrame } from '@zing/proto/frames/server'
import { reconnectDelayMs } from '@zing/proto/retries/reconnect-delay'
import { Counter } from 'k6/metrics'
import type { User } from '../../shared/fixture.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { openSocket, type Socket } from './socket.ts'
import { pause } from './wait.ts'

const reconnects = new Counter(METRICS.reconnects)

export interface ReconnectingSocket {
  stop(): Promise<void>
}

interface Options {
  onFrame(frame: ServerFrame): void
  onOpen(socket: Socket): void
  refetch(): Promise<void>
  connectAfterMs: number
}

/** Opens a socket that reconnects with the web client's delays. */
export function openReconnectingSocket(user: User, options: Options): ReconnectingSocket {
  const { onFrame, onOpen, refetch, connectAfterMs } = options
  let isStopped = false
  let markStopped = () => {}
  const stopped = new Promise<void>((resolve) => {
    markStopped = resolve
  })

  async function run(): Promise<void> {
    let attempt = 0
    await Promise.race([pause(connectAfterMs), stopped])
    for (let connection = 0; !isStopped; connection++) {
      const socket = await openSocket(user, onFrame)
      if (socket) {
        attempt = 0
        onOpen(socket)
        if (connection > 0) reconnects.add(1)
        await refetch()
        await Promise.race([socket.ended, stopped])
        socket.close()
      }
      await Promise.race([pause(reconnectDelayMs(attempt)), stopped])
      attempt += 1
    }
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      markStopped()
      await running
    },
  }
}
