import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { databaseUrl } from '@zing/dev-env/config/database-url'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { startServers } from '@zing/dev-env/servers/start-servers'
import { databaseOf, SERVICES_WITH_DATABASE } from '@zing/proto/processes'
import mongoose, { type Connection } from 'mongoose'
import type { Args } from './args.ts'
import { type Baseline, startBaseline, startHop } from './baseline.ts'
import type { ChatServer } from './load/chat-server.ts'
import { createRequest, type SendRequest } from './load/request.ts'
import { baselineTarget, productTarget, sendingByPost, type Target } from './load/target.ts'
import type { ProcessGroups } from './processes/cpu.ts'
import { groupsOf } from './processes/process-groups.ts'
import { profileEnv } from './processes/profiles.ts'
import { type Product, startProduct } from './product.ts'
import { type BenchUser, insertConversations, insertMatches, insertUsers } from './users.ts'

const DATABASES = [...SERVICES_WITH_DATABASE.map(databaseOf), 'zing_baseline']
const FIRST_ID = 1_000_001 // above the ids that the product assigns
const USERS = 1_200 // ten thousand sockets then stay below the limit of ten per user
const CHAT_USERS = 500

export interface Bench {
  product: Product
  baseline: Baseline
  hop: Baseline
  targets: Record<Target['name'], Target>
  /** The same servers; the arguments say how messages are sent to them. */
  chatServers: Record<Target['name'], ChatServer>
  /** The product, as a client of this gateway sees it. */
  targetAt(gatewayUrl: string): Target
  /** The current processes of one side, with database and broker. */
  groups(side: Target['name']): ProcessGroups
  request: SendRequest
  users: BenchUser[]
  /** The first users, matched in pairs. */
  chatUsers: BenchUser[]
  database(name: string): Promise<Connection>
  /** Restarts the product with other arguments, to scale a service. */
  restart(args: string[]): Promise<void>
  isQuick: boolean
  isPublished: boolean
  log(line: string): void
  servers: string[]
  stop(): Promise<void>
}

interface BenchOptions {
  args: Pick<Args, 'isQuick' | 'isPosting' | 'hasReceipts' | 'isPublished'>
  /** Folder for CPU profiles; null for no profiles. */
  profiles: string | null
  log(line: string): void
}

export async function openBench({ args, profiles, log }: BenchOptions): Promise<Bench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-bench-'))
  const pids = new Map<string, number>()
  const processes = createProcesses({
    reaper: createReaper(),
    onChange: (name, pid) => void (pid ? pids.set(name, pid) : pids.delete(name)),
  })
  const serverLines: string[] = []
  const connections: Connection[] = []

  let product: Product | null = null
  let isDatabaseOwned = false

  async function stop(): Promise<void> {
    await product?.stop() // stops before its servers
    if (process.env.MONGO_URL && isDatabaseOwned) await dropDatabases(process.env.MONGO_URL)
    await processes.stopAll()
    await Promise.all(connections.map((connection) => connection.close()))
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    const servers = await startServers({
      dataDir,
      env: process.env,
      log: (line) => void serverLines.push(line),
      start: processes.start,
    })
    if (process.env.MONGO_URL) await rejectUsedServer(servers.mongoUrl)
    isDatabaseOwned = true
    const options = { dataDir, servers, env: profiles ? profileEnv(profiles) : {} }
    log(serverLines.join(' · '))
    log('starting the product and the baseline ...')
    product = await startProduct(processes, options)
    const baseline = await startBaseline(processes, {
      baselineUrl: databaseUrl(servers.mongoUrl, 'zing_baseline'),
      socialUrl: databaseUrl(servers.mongoUrl, 'zing_social'),
    })

    const hop = await startHop(processes, String(product.of('chat')[0]?.url))

    async function database(name: string): Promise<Connection> {
      const connection = await mongoose.createConnection(databaseUrl(servers.mongoUrl, name)).asPromise()
      connections.push(connection)
      return connection
    }
    const users = await insertUsers(await database('zing_auth'), product.secrets.sessionSecret, FIRST_ID, USERS)
    const chatUsers = users.slice(0, CHAT_USERS)
    await insertMatches(await database('zing_social'), chatUsers)
    await insertConversations(await database('zing_chat'), chatUsers)
    await insertConversations(await database('zing_baseline'), chatUsers)

    const targets = { product: productTarget(product.url, args), baseline: baselineTarget(baseline) }
    const bench: Bench = {
      product,
      baseline,
      hop,
      targets,
      chatServers: chatServersOf(targets, args),
      targetAt: (url) => productTarget(url, args),
      groups: (side) => groupsOf(side === 'product' ? bench.product : bench.baseline, pids),
      request: createRequest(product.url),
      users,
      chatUsers,
      database,
      async restart(startArgs) {
        await bench.product.stop()
        product = await startProduct(processes, { ...options, args: startArgs })
        bench.product = product
        bench.targets.product = productTarget(bench.product.url, args)
        bench.chatServers = chatServersOf(bench.targets, args)
        bench.request = createRequest(bench.product.url)
      },
      isQuick: args.isQuick,
      isPublished: args.isPublished,
      log,
      servers: serverLines.filter((line) => /^(MongoDB|NATS|Redis):/.test(line)),
      stop,
    }
    return bench
  } catch (error) {
    await stop()
    throw error
  }
}

function chatServersOf({ product, baseline }: Bench['targets'], { isPosting }: Pick<Args, 'isPosting'>) {
  return isPosting ? { product: sendingByPost(product), baseline: sendingByPost(baseline) } : { product, baseline }
}

/** Rejects a MongoDB with data of a product, which the benchmark would overwrite. */
async function rejectUsedServer(mongoUrl: string): Promise<void> {
  const connection = await mongoose.createConnection(databaseUrl(mongoUrl, 'zing_baseline')).asPromise()
  const { databases } = await connection.getClient().db('admin').admin().listDatabases({ nameOnly: true })
  await connection.close()
  const used = databases.filter(({ name }) => DATABASES.includes(name)).map(({ name }) => name)
  if (used.length > 0) throw new Error(`MONGO_URL already has ${used.join(', ')}: the benchmark needs an empty server.`)
}

async function dropDatabases(mongoUrl: string): Promise<void> {
  for (const name of DATABASES) {
    const connection = await mongoose.createConnection(databaseUrl(mongoUrl, name)).asPromise()
    await connection.dropDatabase()
    await connection.close()
  }
}
