import { fileURLToPath } from 'node:url'
import { freePort } from '@zing/local/processes/free-port'
import type { Processes } from '@zing/local/processes/processes'
import { ROOT } from '@zing/local/root'

const MAIN = fileURLToPath(new URL('floor/main.ts', import.meta.url))

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
export async function startFloor(processes: Processes, { floorUrl, socialUrl }: FloorDatabases): Promise<Floor> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { pid } = await processes.start({
    name: 'floor',
    command: process.execPath,
    args: ['--import', 'tsx', MAIN],
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      FLOOR_URL: floorUrl,
      SOCIAL_URL: socialUrl,
    },
    isReady: async () => (await fetch(`${url}/commands`).catch(() => null))?.ok ?? false,
    readyWithinMs: 30_000,
  })
  if (!pid) throw new Error('the floor has no process')
  return { url, pid }
}
