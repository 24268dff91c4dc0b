import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '@zing/dev-env/processes/free-port'
import { type Addresses, readAddresses } from '@zing/dev-env/state/addresses-file'

const root = path.resolve(import.meta.dirname, '../../..')
const READY_MS = 120_000

export interface SecondProduct extends Addresses {
  /** Data folder, for operators' commands. */
  dataDir: string
  /** The one-time link for the setup of the community. */
  setupLink: string
  stop(): Promise<void>
}

/** Starts a second product like `npm start` with these arguments, with limits and without demo users. */
export async function startProduct(...args: string[]): Promise<SecondProduct> {
  const [dataDir, port] = [await mkdtemp(path.join(tmpdir(), 'zing-second-')), await freePort()]
  const product = spawn(
    process.execPath,
    ['packages/dev-env/bootstrap.mjs', 'packages/dev-env/src/start.ts', ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '0',
        ADMIN_PIN: process.env.E2E_ADMIN_PIN,
        LOG_LEVEL: 'info', // has the setup link
        MONGO_DOWNLOAD: '0',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let setupLink = ''
  product.stdout.on('data', (printed: Buffer) => {
    setupLink ||= /setupLink=(\S+)/.exec(printed.toString())?.[1] ?? ''
  })
  const ended = once(product, 'exit')
  async function stop(): Promise<void> {
    product.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await expect(async () => void (await readAddresses(dataDir))).toPass({ timeout: READY_MS }) // the file is written when all processes are ready
    return { ...(await readAddresses(dataDir)), dataDir, setupLink, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
