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

export interface BaselineDatabases {
  baselineUrl: string
  socialUrl: string
}

export function startBaseline(processes: Processes, { baselineUrl, socialUrl }: BaselineDatabases): Promise<Baseline> {
  return startProcess(processes, 'baseline', MAIN, { BASELINE_URL: baselineUrl, SOCIAL_URL: socialUrl })
}

/** Starts a bare proxy in front of a service, in place of the gateway. */
export function startHop(processes: Processes, target: string): Promise<Baseline> {
  return startProcess(processes, 'hop', HOP, { TARGET: target })
}

async function startProcess(
  processes: Processes,
  name: string,
  main: string,
  env: NodeJS.ProcessEnv,
): Promise<Baseline> {
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
