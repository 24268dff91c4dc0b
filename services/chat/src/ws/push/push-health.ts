import { broadcast, subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { spread } from '@zing/kit/timing/spread'
import { pushRestored } from '@zing/proto/nats/broadcasts'
import type { Times } from '../../times.ts'
import type { Connections } from '../sockets/connections.ts'

/** Processes reconnect to a restarted NATS within about this time of each other: one refetch serves for all. */
const RESTORE_DELAY_MS = 2_000
/** Shortest time between two refetches of all clients, however often processes come back. */
const MIN_INTERVAL_MS = 10_000

export type PushHealth = ReturnType<typeof createPushHealth>

/**
 * Sends PUSH_DEGRADED and PUSH_RESTORED, by which clients know whether pushes can be trusted. A process without NATS
 * pushes to its own sockets only, so when it is back the clients of every process refetch: it broadcasts its return,
 * and each process sends PUSH_RESTORED.
 */
export function createPushHealth(
  nats: Nats,
  connections: Pick<Connections, 'all'>,
  onRestore = () => {},
  { restoreEveryMs = MIN_INTERVAL_MS }: Times = {},
) {
  let hasLostPushes = false
  let restoredAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  nats.onChange((isUp) => {
    if (isUp) return void broadcastReturn().catch(() => {}) // disconnected again: the next return follows
    hasLostPushes = true // also those since the connection broke, which is noticed late
    for (const socket of connections.all()) socket.send({ type: 'PUSH_DEGRADED' })
  })
  subscribe(nats, pushRestored, scheduleRestore)

  async function broadcastReturn(): Promise<void> {
    await (await nats.connection).flush() // NATS has registered the subscriptions: what is fetched from now on is complete
    restoreOwn()
    if (!hasLostPushes) return // the first connection of a new process
    hasLostPushes = false
    broadcast(nats, pushRestored, {})
  }

  function restoreOwn(): void {
    if (connections.all().length > 0) scheduleRestore()
  }

  function scheduleRestore(): void {
    timer ??= setTimeout(restore, Math.max(RESTORE_DELAY_MS, restoredAt + restoreEveryMs - performance.now()))
  }

  function restore(): void {
    timer = null
    if (!nats.up()) return // its own return schedules it again
    restoredAt = performance.now()
    onRestore()
    void spread(connections.all(), (socket) => {
      if (nats.up()) socket.send({ type: 'PUSH_RESTORED' })
    })
  }

  return {
    /**
     * To be called when another process is found: it may not have published its pushes until now, and neither did this one
     * if it `wasAlone`.
     */
    recordGap({ wasAlone }: { wasAlone: boolean }): void {
      restoreOwn()
      if (wasAlone) broadcast(nats, pushRestored, {})
    },
    /** To be called when a push could not be published. */
    recordLoss(): void {
      hasLostPushes = true
    },
    stop(): void {
      if (timer) clearTimeout(timer)
    },
  }
}
