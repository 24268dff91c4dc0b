import { freePort } from '@zing/dev-env/processes/free-port'
import { isReady } from '@zing/dev-env/processes/is-ready'
import type { Processes } from '@zing/dev-env/processes/processes'
import { ROOT } from '@zing/dev-env/root'
import type { Servers } from '@zing/dev-env/servers/start-servers'
import { type Addresses, readAddresses } from '@zing/dev-env/state/addresses-file'
import { readPids } from '@zing/dev-env/state/pid-file'
import { loadOrCreateSecrets, type Secrets } from '@zing/dev-env/state/secrets-file'

const READY_MS = 240_000 // the first start builds the client

type ProductProcess = Addresses['processes'][number] & { pid: number }

export interface Product {
  url: string
  secrets: Secrets
  processes: ProductProcess[]
  /** Ids of the processes by name: the product's, `npm start` itself, and the servers that it started. */
  pids: Record<string, number | undefined>
  of(service: ProductProcess['service']): ProductProcess[]
  stop(): Promise<void>
}

export interface ProductOptions {
  dataDir: string
  /** Servers to use; otherwise `npm start` finds or starts its own. */
  servers?: Pick<Servers, 'mongoUrl' | 'natsUrl' | 'redisUrl'>
  args?: string[]
  env?: NodeJS.ProcessEnv
}

export async function startProduct(processes: Processes, options: ProductOptions): Promise<Product> {
  const { dataDir, servers, args = [], env = {} } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { pid: ownPid, stop } = await processes.start({
    name: 'zing',
    command: process.execPath,
    args: ['packages/dev-env/src/start.ts', ...args],
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_PROFILE: 'off',
      LOG_LEVEL: 'warn',
      ...(servers && { MONGO_URL: servers.mongoUrl, NATS_URL: servers.natsUrl, REDIS_URL: servers.redisUrl ?? '' }),
      ...env,
    },
    isReady: () => isComplete(url, dataDir),
    readyWithinMs: READY_MS,
  })
  if (!ownPid) throw new Error('npm start has no process')
  const all = await listProcesses(dataDir)
  return {
    url,
    secrets: await loadOrCreateSecrets(dataDir),
    processes: all,
    pids: { 'npm start': ownPid, ...readPids(dataDir) },
    of: (service) => all.filter((one) => one.service === service),
    stop: () => stop(),
  }
}

async function isComplete(url: string, dataDir: string): Promise<boolean> {
  if (!(await isReady(url))) return false
  const addresses = await readAddresses(dataDir).catch(() => null) // the file is written when the last process is ready
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
