import { broadcast, subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { spread } from '@zing/kit/timing/spread'
import { pushRestored } from '@zing/proto/nats/broadcasts'
import type { Times } from '../../times.ts'
import type { Connections } from '../sockets/connections.ts'

/** Processes reconnect to a restarted NATS within about this time, so one refetch serves for all. */
const RESTORE_DELAY_MS = 2_000
/** Shortest time between two refetches of all clients, however often processes come back. */
const MIN_INTERVAL_MS = 10_000

export type PushHealth = ReturnType<typeof createPushHealth>

/**
 * Sends PUSH_DEGRADED and PUSH_RESTORED, so that clients know whether to trust pushes. A process without NATS pushes to its
 * own sockets only. It broadcasts its return, and each process sends PUSH_RESTORED: then all clients refetch.
 */
export function createPushHealth(
  nats: Nats,
  connections: Pick<Connections, 'all'>,
  onRestore = () => {},
  { restoreEveryMs = MIN_INTERVAL_MS }: Times = {},
) {
  let hasLostPushes = false
  let isCutOff = false
  let restoredAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  nats.onChange((isUp) => {
    if (isUp) return void broadcastReturn().catch(() => {}) // disconnected again; the next return follows
    hasLostPushes = true // the process notices a broken connection late
    degrade()
  })
  subscribe(nats, pushRestored, scheduleRestore)

  function degrade(): void {
    for (const socket of connections.all()) socket.send({ type: 'PUSH_DEGRADED' })
  }

  async function broadcastReturn(): Promise<void> {
    await (await nats.connection).flush() // NATS has registered the subscriptions, so a fetch from now on misses nothing
    restoreOwn()
    if (!hasLostPushes) return // a new process has lost nothing
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
    if (!isTrusted()) return // what ends this schedules it again
    restoredAt = performance.now()
    onRestore()
    void spread(connections.all(), (socket) => {
      if (isTrusted()) socket.send({ type: 'PUSH_RESTORED' })
    })
  }

  function isTrusted(): boolean {
    return nats.up() !== null && !isCutOff
  }

  return {
    isTrusted,
    /** Call it when a process may be cut off from this one, and when that is over. */
    setCutOff(isNowCutOff: boolean): void {
      isCutOff = isNowCutOff
      if (isCutOff) degrade()
      else restoreOwn()
    },
    /**
     * Call it when another process is found. It may not have published its pushes, and if this one `wasAlone`, neither did
     * it.
     */
    recordGap({ wasAlone }: { wasAlone: boolean }): void {
      restoreOwn()
      if (wasAlone) broadcast(nats, pushRestored, {})
    },
    /** Call it when a push could not be published. */
    recordLoss(): void {
      hasLostPushes = true
    },
    stop(): void {
      if (timer) clearTimeout(timer)
    },
  }
}
