import { fileURLToPath } from 'node:url'
import { databaseUrl } from '@zing/local/database-url'
import { freePort } from '@zing/local/processes/free-port'
import type { Processes } from '@zing/local/processes/processes'
import { ROOT } from '@zing/local/root'

const MAIN = fileURLToPath(new URL('floor/main.ts', import.meta.url))

export interface Floor {
  url: string
  pid: number
}

export async function startFloor(processes: Processes, mongoUrl: string): Promise<Floor> {
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
      FLOOR_URL: databaseUrl(mongoUrl, 'zing_floor'),
      SOCIAL_URL: databaseUrl(mongoUrl, 'zing_social'),
    },
    isReady: async () => (await fetch(`${url}/commands`).catch(() => null))?.ok ?? false,
    readyWithinMs: 30_000,
  })
  if (!pid) throw new Error('the floor has no process')
  return { url, pid }
}
