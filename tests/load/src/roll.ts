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
  /** Where the product says which processes it has. */
  dataDir: string
  afterMs: number
  loadIsOver: AbortSignal
  say(line: string): void
}

export interface Roll {
  restarts: Restart[]
  /** Why not every process was restarted. */
  trouble: string | null
}
export const NOT_ROLLED: Roll = { restarts: [], trouble: null }

/** Restarts every process of the product, each when the one before is ready again, as long as there is load. */
export async function rollAll({ dataDir, afterMs, loadIsOver, say }: RollOptions): Promise<Roll> {
  const restarts: Restart[] = []
  try {
    await pause(afterMs, undefined, { signal: loadIsOver })
    const { processes } = await readAddresses(dataDir)
    for (const { name, url } of processes) {
      const ms = await restart(dataDir, name, url)
      restarts.push({ name, ms })
      say(`${name} was restarted in ${(ms / 1_000).toFixed(1)} s`)
      if (loadIsOver.aborted) throw new Error('the load was over before all were restarted (SECONDS makes it longer)')
    }
    return { restarts, trouble: null }
  } catch (error) {
    return { restarts, trouble: `The roll failed: ${error instanceof Error ? error.message : error}` }
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
  if (!isBack) throw new Error(`${name} did not come back within ${RESTART_MS / 1_000} s`)
  return Date.now() - startedAt
}
