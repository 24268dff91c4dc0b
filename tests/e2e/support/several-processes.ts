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

/** Starts a second product with two processes of each service. */
export async function startScaled(): Promise<Addresses & { stop(): Promise<void> }> {
  const [dataDir, port] = [await mkdtemp(path.join(tmpdir(), 'zing-several-')), await freePort()]
  const scale = ['--scale', 'auth=2,social=2,chat=2,admin=2,gateway=2']
  const product = spawn(
    process.execPath,
    ['packages/dev-env/bootstrap.mjs', 'packages/dev-env/src/start.ts', ...scale],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '0',
        LOG_LEVEL: 'warn',
        MONGO_DOWNLOAD: '0',
      },
      stdio: 'ignore',
    },
  )
  const ended = once(product, 'exit')
  async function stop(): Promise<void> {
    product.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await expect(async () => void (await readAddresses(dataDir))).toPass({ timeout: READY_MS }) // written when all are ready
    return { ...(await readAddresses(dataDir)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export function socketsOfChats({ processes }: Addresses): Promise<number[]> {
  const chats = processes.filter(({ service }) => service === 'chat')
  return Promise.all(
    chats.map(async ({ metricsUrl }) => {
      const metrics = await (await fetch(metricsUrl)).text()
      return Number(/^zing_sockets_open\{.*\} (\d+)$/m.exec(metrics)?.[1])
    }),
  )
}
