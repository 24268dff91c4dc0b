import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { Processes } from '@zing/dev-env/processes/processes'
import { ROOT } from '@zing/dev-env/root'

const LINE_OF_A_PROCESS = /^\S+ +\| /
const READY_MS = 180_000 // the first start builds the client

export interface Product {
  url: string
  /** Null: somebody else's. */
  dataDir: string | null
}

/** `npm start` in a folder of its own, without demo people and rate limits. */
export async function startProduct(processes: Processes, folder: string, scale: string | undefined): Promise<Product> {
  const dataDir = path.join(folder, 'data')
  const port = await freePort()
  let isRunning = false
  await processes.start({
    name: 'npm start',
    command: process.execPath,
    args: ['packages/dev-env/src/start.ts', ...(scale ? ['--scale', scale] : [])],
    cwd: ROOT,
    env: {
      MONGO_DOWNLOAD: '0', // it would be downloaded for every run
      LOG_LEVEL: 'warn',
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_PROFILE: 'off',
    },
    isReady: () => isRunning,
    readyWithinMs: READY_MS,
    onLine(line) {
      if (isRunning && LINE_OF_A_PROCESS.test(line)) console.log(line) // at this level, something unusual
      isRunning ||= line.includes('Zing is running.')
    },
  })
  return { url: `http://127.0.0.1:${port}`, dataDir }
}

export function givenProduct(url: string): Product {
  return { url, dataDir: null }
}
