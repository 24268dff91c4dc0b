import { type Addresses, readAddresses } from '@zing/local/addresses'
import { isReady } from '@zing/local/is-ready'
import { readPids } from '@zing/local/pid-file'
import { freePort } from '@zing/local/processes/free-port'
import type { Processes } from '@zing/local/processes/processes'
import { ROOT } from '@zing/local/root'
import { keepSecrets, type Secrets } from '@zing/local/secrets'
import type { Servers } from '@zing/local/servers/start-servers'

const READY_MS = 240_000 // the first start builds the client

export type ProductProcess = Addresses['processes'][number] & { pid: number }

export interface Product {
  url: string
  secrets: Secrets
  processes: ProductProcess[]
  of(service: ProductProcess['service']): ProductProcess[]
  stop(): Promise<void>
}

export interface ProductOptions {
  dataDir: string
  servers: Pick<Servers, 'mongoUrl' | 'natsUrl' | 'redisUrl'>
  args?: string[]
  env?: NodeJS.ProcessEnv
}

/** The product as `npm start` runs it, on servers that are there already. */
export async function startProduct(processes: Processes, options: ProductOptions): Promise<Product> {
  const { dataDir, servers, args = [], env = {} } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { stop } = await processes.start({
    name: 'zing',
    command: process.execPath,
    args: ['deploy/local/src/start.ts', ...args],
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_PROFILE: 'off',
      LOG_LEVEL: 'warn',
      MONGO_URL: servers.mongoUrl,
      NATS_URL: servers.natsUrl,
      REDIS_URL: servers.redisUrl ?? '',
      ...env,
    },
    isReady: () => isComplete(url, dataDir),
    readyWithinMs: READY_MS,
  })
  const all = await listProcesses(dataDir)
  return {
    url,
    secrets: await keepSecrets(dataDir),
    processes: all,
    of: (service) => all.filter((one) => one.service === service),
    stop: () => stop(),
  }
}

async function isComplete(url: string, dataDir: string): Promise<boolean> {
  if (!(await isReady(url))) return false
  const addresses = await readAddresses(dataDir).catch(() => null) // written when the last process is ready
  return addresses?.url === url
}

async function listProcesses(dataDir: string): Promise<ProductProcess[]> {
  const pids = readPids(dataDir)
  const { processes } = await readAddresses(dataDir)
  return processes.flatMap((one) => {
    const pid = pids[one.name]
    return pid ? [{ ...one, pid }] : []
  })
}
