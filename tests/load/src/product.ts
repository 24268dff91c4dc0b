import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { Processes } from '@zing/dev-env/processes/processes'
import { ROOT } from '@zing/dev-env/root'
import { onProcessors } from './run/processors.ts'

const PROCESS_LINE = /^\S+ +\| /
const READY_MS = 180_000 // the first start builds the client

export interface Product {
  url: string
  dataDir: string | null
}

/** Runs `npm start` in a separate folder, without demo users. Only `door` has rate limits, and addresses by header. */
export async function startProduct(options: {
  processes: Processes
  folder: string
  scale: string | undefined
  adminPin: string
  isAttacked: boolean
  /** Processors that it may use; all if undefined. */
  processors: string | undefined
}): Promise<Product> {
  const { processes, folder, scale, adminPin, isAttacked, processors } = options
  const dataDir = path.join(folder, 'data')
  const port = await freePort()
  let isRunning = false
  await processes.start({
    name: 'npm start',
    ...onProcessors(processors, {
      command: process.execPath,
      args: ['packages/dev-env/src/start.ts', ...(scale ? ['--scale', scale] : [])],
    }),
    cwd: ROOT,
    env: {
      MONGO_DOWNLOAD: '0', // a download would repeat for every run
      LOG_LEVEL: 'warn',
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      PUSH_ALLOW_LOOPBACK: 'true', // allows the push host of `push`
      ADMIN_PIN: adminPin,
      ...(isAttacked ? { RATE_PROFILE: 'strict', TRUST_PROXY: '1' } : { RATE_PROFILE: 'off' }),
    },
    isReady: () => isRunning,
    readyWithinMs: READY_MS,
    onLine(line) {
      if (isRunning && PROCESS_LINE.test(line)) console.log(line) // warnings and errors
      isRunning ||= line.includes('Zing is running.')
    },
  })
  return { url: `http://127.0.0.1:${port}`, dataDir }
}

export function givenProduct(url: string): Product {
  return { url, dataDir: null }
}
