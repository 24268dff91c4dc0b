import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections } from '../processes/accepts-connections.ts'
import { ROOT } from '../root.ts'
import { StartError } from '../start-error.ts'
import { type Environment, firstAvailable, fromVariable, type Provider, type Server } from './environment.ts'
import { ifDamaged } from './if-damaged.ts'

const READY_MS = 60_000 // a mongod that recovers from a kill replays its journal first
const IMAGE = 'mongo:8'
const EMBEDDED_MONGO = path.join(ROOT, 'packages', 'embedded-mongo', 'src', 'main.ts')

type Kind = 'mongod' | 'docker' | 'embedded'

const NAMES: Record<Kind, string> = {
  mongod: 'a real mongod',
  docker: 'MongoDB in Docker',
  embedded: 'the embedded MongoDB',
}

/** Finds or starts MongoDB. A data folder stays with the kind that wrote it, so that another one does not hide its data. */
export async function findMongodb(environment: Environment): Promise<Server> {
  const server = await fromVariable('MONGO_URL', environment.env)()
  if (server) return server

  const kindFile = path.join(environment.dataDir, 'mongodb-kind')
  const recordedKind = await readKind(kindFile)
  const allProviders: [Kind, Provider][] = [
    ['mongod', () => fromPath(environment)],
    ['mongod', () => fromDownload(environment)],
    ['docker', () => fromDocker(environment)],
    ['embedded', () => fromEmbeddedMongo(environment)],
  ]
  const providers = allProviders.filter(([kind]) => recordedKind === null || kind === recordedKind)
  const found = await firstAvailable(
    providers.map(
      ([kind, provider]) =>
        () =>
          provideAndRecord(kind, provider, kindFile),
    ),
  )
  if (found) return found
  throw new StartError(
    `The data in ${environment.dataDir} was written by ${recordedKind ? NAMES[recordedKind] : 'a MongoDB'}, which cannot be found now: install or start it again, or start with another DATA_DIR.`,
  )
}

async function readKind(file: string): Promise<Kind | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const kind = text.trim()
  if (kind === 'mongod' || kind === 'docker' || kind === 'embedded') return kind
  throw new StartError(
    `${file} is damaged: it names the database that wrote this data folder ("mongod", "docker" or "embedded"). Correct it, or start with another DATA_DIR.`,
  )
}

async function provideAndRecord(kind: Kind, provider: Provider, file: string): Promise<Server | null> {
  const server = await provider()
  if (server) await writeFile(file, `${kind}\n`)
  return server
}

async function fromPath(environment: Environment): Promise<Server | null> {
  const mongod = environment.which('mongod')
  return mongod ? startMongod(environment, mongod, 'mongod on PATH') : null
}

async function fromDownload(environment: Environment): Promise<Server | null> {
  if (environment.env.MONGO_DOWNLOAD === '0' || environment.env.CI) return null
  try {
    const mongod = await environment.downloadMongod(path.join(environment.dataDir, 'mongod-program'))
    return await startMongod(environment, mongod, 'a downloaded mongod')
  } catch (error) {
    if (error instanceof StartError) throw error // it exists but does not start: another kind would hide its data
    environment.log(`No real MongoDB could be downloaded (${error instanceof Error ? error.message : error}).`)
    return null
  }
}

async function startMongod(environment: Environment, command: string, from: string): Promise<Server> {
  const folder = path.join(environment.dataDir, 'mongodb')
  await mkdir(folder, { recursive: true })
  const port = await environment.freePort()
  const network = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket']
  const running = await environment.start({
    name: 'mongod',
    command,
    args: ['--dbpath', folder, ...network, '--wiredTigerCacheSizeGB', '0.25'],
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
    dataFolder: folder,
    hint: ifDamaged(folder),
  })
  return { url: `mongodb://127.0.0.1:${port}`, from, stop: running.stop }
}

async function fromDocker(environment: Environment): Promise<Server | null> {
  const docker = await environment.docker()
  if (!docker) return null

  const folder = path.join(environment.dataDir, 'mongodb-docker')
  await mkdir(folder, { recursive: true })
  const { port, stop } = await docker.run({
    image: IMAGE,
    command: ['mongod', '--bind_ip_all', '--wiredTigerCacheSizeGB', '0.25'],
    port: 27_017,
    data: { folder, target: '/data/db' },
  })
  return { url: `mongodb://127.0.0.1:${port}`, from: 'Docker', stop }
}

async function fromEmbeddedMongo(environment: Environment): Promise<Server> {
  const folder = path.join(environment.dataDir, 'mongodb-embedded')
  await mkdir(folder, { recursive: true })
  const port = await environment.freePort()
  const running = await environment.start({
    name: 'embedded-mongo',
    command: process.execPath,
    args: [EMBEDDED_MONGO],
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
    dataFolder: folder,
    hint: ifDamaged(folder),
  })
  return {
    url: `mongodb://127.0.0.1:${port}`,
    from: 'the embedded MongoDB',
    warning:
      'No MongoDB was found: data is kept in the embedded MongoDB, which is only for trying Zing out. Install mongod or Docker, or set MONGO_URL.',
    stop: running.stop,
  }
}
