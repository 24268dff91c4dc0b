import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from './product.ts'

/** Interval of the compose file. */
const INTERVAL_MS = 5_000
const CHECK_MS = 10_000

export interface HealthChecks {
  stop(): Promise<void>
}

/** Runs the health checks of containers if the engine cannot: podman needs systemd's timers for them. */
export function startHealthChecks(product: Product): HealthChecks {
  const { engine } = product
  if (engine.name === 'docker' || existsSync('/run/systemd/system')) return { stop: async () => {} }
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const { name, isRunning, hasHealthCheck } of await product.states().catch(() => [])) {
        if (stopping.signal.aborted) return
        if (isRunning && hasHealthCheck) await engine.attempt(['healthcheck', 'run', name], { timeoutMs: CHECK_MS })
      }
      await pause(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
