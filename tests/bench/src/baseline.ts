import { fileURLToPath } from 'node:url'
import { acceptsConnections } from '@zing/dev-env/processes/accepts-connections'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { Processes } from '@zing/dev-env/processes/processes'
import { ROOT } from '@zing/dev-env/root'

const MAIN = fileURLToPath(new URL('baseline/main.ts', import.meta.url))
const HOP = fileURLToPath(new URL('baseline/hop.ts', import.meta.url))
const READY_MS = 30_000

export interface Baseline {
  url: string
  pid: number
}

/** URLs of databases: the baseline's own, and the one with the people of the feed. */
export interface BaselineDatabases {
  baselineUrl: string
  socialUrl: string
}

/** A process of its own, as each of the product's is. */
export function startBaseline(processes: Processes, { baselineUrl, socialUrl }: BaselineDatabases): Promise<Baseline> {
  return startAlone(processes, 'baseline', MAIN, { FLOOR_URL: baselineUrl, SOCIAL_URL: socialUrl })
}

/** A proxy in front of a service, in the place of the gateway. */
export function startHop(processes: Processes, target: string): Promise<Baseline> {
  return startAlone(processes, 'hop', HOP, { TARGET: target })
}

async function startAlone(processes: Processes, name: string, main: string, env: NodeJS.ProcessEnv): Promise<Baseline> {
  const port = await freePort()
  const { pid } = await processes.start({
    name,
    command: process.execPath,
    args: [main],
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port) },
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
  })
  if (!pid) throw new Error(`${name} has no process`)
  return { url: `http://127.0.0.1:${port}`, pid }
}
