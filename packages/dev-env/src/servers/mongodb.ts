import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections } from '../processes/accepts-connections.ts'
import { ROOT } from '../root.ts'
import { StartError } from '../start-error.ts'
import { type Environment, firstAvailable, given, type Provider, type Server } from './environment.ts'
import { ifDamaged } from './if-damaged.ts'

const READY_MS = 60_000 // a mongod that recovers from a kill replays its journal first
const IMAGE = 'mongo:8'
const EMBEDDED_MONGO = path.join(ROOT, 'packages', 'embedded-mongo', 'src', 'main.ts')

type Kind = 'mongod' | 'docker' | 'embedded'

const NAMES: Record<Kind, string> = {
  mongod: 'a real mongod',
  docker: 'MongoDB in Docker',
  embedded: 'the embedded stand-in for MongoDB',
}

/**
 * MongoDB, or the embedded stand-in as the last resort. A data folder stays with the kind that wrote it: data that seems
 * to be gone because another server was found would be worse than a sentence.
 */
export async function findMongodb(around: Environment): Promise<Server> {
  const server = await given('MONGO_URL', around.env)()
  if (server) return server

  const kindFile = path.join(around.dataDir, 'mongodb-kind')
  const kept = await readKind(kindFile)
  const all: [Kind, Provider][] = [
    ['mongod', () => fromPath(around)],
    ['mongod', () => fromDownload(around)],
    ['docker', () => fromDocker(around)],
    ['embedded', () => fromEmbeddedMongo(around)],
  ]
  const ways = all.filter(([kind]) => kept === null || kind === kept)
  const found = await firstAvailable(
    ways.map(
      ([kind, way]) =>
        () =>
          andRemember(kind, way, kindFile),
    ),
  )
  if (found) return found
  throw new StartError(
    `The data in ${around.dataDir} was written by ${kept ? NAMES[kept] : 'a MongoDB'}, which is not to be had now: install or start it again, or start with another DATA_DIR.`,
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

async function andRemember(kind: Kind, way: Provider, file: string): Promise<Server | null> {
  const server = await way()
  if (server) await writeFile(file, `${kind}\n`)
  return server
}

async function fromPath(around: Environment): Promise<Server | null> {
  const mongod = around.which('mongod')
  return mongod ? startMongod(around, mongod, 'mongod on PATH') : null
}

async function fromDownload(around: Environment): Promise<Server | null> {
  if (around.env.MONGO_DOWNLOAD === '0' || around.env.CI) return null
  try {
    const mongod = await around.downloadMongod(path.join(around.dataDir, 'mongod-program'))
    return await startMongod(around, mongod, 'a downloaded mongod')
  } catch (error) {
    if (error instanceof StartError) throw error // it is there but does not start: its data must not seem to be gone
    around.log(`No real MongoDB could be downloaded (${error instanceof Error ? error.message : error}).`)
    return null
  }
}

async function startMongod(around: Environment, command: string, from: string): Promise<Server> {
  const folder = path.join(around.dataDir, 'mongodb')
  await mkdir(folder, { recursive: true })
  const port = await around.freePort()
  const network = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket']
  const running = await around.start({
    name: 'mongod',
    command,
    args: ['--dbpath', folder, ...network, '--wiredTigerCacheSizeGB', '0.25'],
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
    hint: ifDamaged(folder),
  })
  return { url: `mongodb://127.0.0.1:${port}`, from, stop: running.stop }
}

async function fromDocker(around: Environment): Promise<Server | null> {
  const docker = await around.docker()
  if (!docker) return null

  const folder = path.join(around.dataDir, 'mongodb-docker')
  await mkdir(folder, { recursive: true })
  const { port, stop } = await docker.run({
    image: IMAGE,
    command: ['mongod', '--bind_ip_all', '--wiredTigerCacheSizeGB', '0.25'],
    port: 27_017,
    data: { folder, target: '/data/db' },
  })
  return { url: `mongodb://127.0.0.1:${port}`, from: 'Docker', stop }
}

async function fromEmbeddedMongo(around: Environment): Promise<Server> {
  const folder = path.join(around.dataDir, 'mongodb-embedded')
  await mkdir(folder, { recursive: true })
  const port = await around.freePort()
  const running = await around.start({
    name: 'embedded-mongo',
    command: process.execPath,
    args: [EMBEDDED_MONGO],
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
    hint: ifDamaged(folder),
  })
  return {
    url: `mongodb://127.0.0.1:${port}`,
    from: 'the embedded stand-in',
    warning:
      'No MongoDB was found: data is kept by a small stand-in of ours, good for trying Zing out and for nothing else. Install mongod or Docker, or set MONGO_URL.',
    stop: running.stop,
  }
}
