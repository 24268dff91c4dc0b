import type { ServerFrame } from '@zing/proto/frames/server'
import { reconnectDelayMs } from '@zing/proto/reconnect-delay'
import { Counter } from 'k6/metrics'
import type { Person } from '../../shared/fixture.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { openSocket } from './socket.ts'
import { pause } from './wait.ts'

const reconnects = new Counter(METRICS.reconnects)

export interface KeptSocket {
  /** Resolves when the connection is closed. */
  stop(): Promise<void>
}

interface Listening {
  onFrame(frame: ServerFrame): void
  /** After every CONNECTED: fetch what may have changed. */
  refetch(): Promise<void>
  /** When they open the app, in ms from now. */
  comesAfterMs: number
}

/** A socket that comes back by the delays of our client. */
export function keepSocket(person: Person, { onFrame, refetch, comesAfterMs }: Listening): KeptSocket {
  let isOver = false
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })

  async function keep(): Promise<void> {
    let attempt = 0
    await Promise.race([pause(comesAfterMs), over])
    for (let connection = 0; !isOver; connection++) {
      const socket = await openSocket(person, onFrame)
      if (socket) {
        attempt = 0
        if (connection > 0) reconnects.add(1)
        await refetch()
        await Promise.race([socket.ended, over])
        socket.close()
      }
      await Promise.race([pause(reconnectDelayMs(attempt)), over])
      attempt += 1
    }
  }

  const kept = keep()
  return {
    async stop() {
      isOver = true
      end()
      await kept
    },
  }
}
