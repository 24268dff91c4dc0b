import { setTimeout as pause } from 'node:timers/promises'
import { isReady } from '@zing/dev-env/processes/is-ready'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { readAddresses } from '@zing/dev-env/state/addresses-file'
import { readPids } from '@zing/dev-env/state/pid-file'

const RESTART_MS = 60_000

export interface Restart {
  name: string
  /** From SIGTERM until the new process is ready. */
  ms: number
}

export interface RollOptions {
  dataDir: string
  afterMs: number
  loadIsOver: AbortSignal
  log(line: string): void
}

export interface Roll {
  restarts: Restart[]
  error: string | null
}
export const NOT_ROLLED: Roll = { restarts: [], error: null }

/** Restarts every process of the product under load, one after another: each waits until the previous one is ready. */
export async function rollAll({ dataDir, afterMs, loadIsOver, log }: RollOptions): Promise<Roll> {
  const restarts: Restart[] = []
  try {
    await pause(afterMs, undefined, { signal: loadIsOver })
    const { processes } = await readAddresses(dataDir)
    for (const { name, url } of processes) {
      const ms = await restart(dataDir, name, url)
      restarts.push({ name, ms })
      log(`${name} was restarted in ${(ms / 1_000).toFixed(1)} s`)
      if (loadIsOver.aborted) throw new Error('the load ended before all processes were restarted (increase SECONDS)')
    }
    return { restarts, error: null }
  } catch (error) {
    return { restarts, error: `The roll failed: ${error instanceof Error ? error.message : error}` }
  }
}

async function restart(dataDir: string, name: string, url: string): Promise<number> {
  const startedAt = Date.now()
  const old = readPids(dataDir)[name]
  if (old === undefined) throw new Error(`${name} is not running`)
  process.kill(old, 'SIGTERM')
  const isBack = await waitUntil(async () => {
    const pid = readPids(dataDir)[name]
    return pid !== undefined && pid !== old && isReady(url)
  }, RESTART_MS)
  if (!isBack) throw new Error(`${name} was not ready within ${RESTART_MS / 1_000} s`)
  return Date.now() - startedAt
}
