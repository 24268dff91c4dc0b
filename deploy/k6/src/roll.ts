import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readAddresses } from '@zing/local/addresses'
import { waitUntil } from '@zing/local/processes/wait-until'
import { READY_PATH } from '@zing/proto/paths'
import { z } from 'zod'

const RESTART_MS = 60_000
const ASK_MS = 2_000

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

const Pids = z.record(z.string(), z.int())

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
  const old = await pidOf(dataDir, name)
  if (old === undefined) throw new Error(`${name} is not running`)
  process.kill(old, 'SIGTERM')
  const isBack = await waitUntil(async () => {
    const pid = await pidOf(dataDir, name)
    return pid !== undefined && pid !== old && isReady(url)
  }, RESTART_MS)
  if (!isBack) throw new Error(`${name} did not come back within ${RESTART_MS / 1_000} s`)
  return Date.now() - startedAt
}

async function pidOf(dataDir: string, name: string): Promise<number | undefined> {
  return Pids.parse(JSON.parse(await readFile(path.join(dataDir, 'pids.json'), 'utf8')))[name]
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}${READY_PATH}`, { signal: AbortSignal.timeout(ASK_MS) })).ok
  } catch {
    return false // not listening yet
  }
}
