import { fileURLToPath } from 'node:url'
import { acceptsConnections } from '@zing/local/processes/accepts-connections'
import { freePort } from '@zing/local/processes/free-port'
import type { Processes } from '@zing/local/processes/processes'
import { ROOT } from '@zing/local/root'

const MAIN = fileURLToPath(new URL('floor/main.ts', import.meta.url))
const HOP = fileURLToPath(new URL('floor/hop.ts', import.meta.url))
const READY_MS = 30_000

export interface Floor {
  url: string
  pid: number
}

/** URLs of databases: the floor's own, and the one with the people of the feed. */
export interface FloorDatabases {
  floorUrl: string
  socialUrl: string
}

/** A process of its own, as each of the product's is. */
export function startFloor(processes: Processes, { floorUrl, socialUrl }: FloorDatabases): Promise<Floor> {
  return startAlone(processes, 'floor', MAIN, { FLOOR_URL: floorUrl, SOCIAL_URL: socialUrl })
}

/** A proxy in front of a service, in the place of the gateway. */
export function startHop(processes: Processes, target: string): Promise<Floor> {
  return startAlone(processes, 'hop', HOP, { TARGET: target })
}

async function startAlone(processes: Processes, name: string, main: string, env: NodeJS.ProcessEnv): Promise<Floor> {
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
