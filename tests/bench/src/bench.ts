import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { databaseUrl } from '@zing/dev-env/config/database-url'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { startServers } from '@zing/dev-env/servers/start-servers'
import mongoose, { type Connection } from 'mongoose'
import { type Baseline, startBaseline, startHop } from './baseline.ts'
import { type Ask, createAsk } from './load/request.ts'
import { baselineTarget, productTarget, type Target } from './load/target.ts'
import { type Product, startProduct } from './product.ts'
import { profileEnv } from './profiles.ts'
import { insertConversations, insertUsers, type Profile } from './users.ts'

const DATABASES = ['zing_auth', 'zing_social', 'zing_chat', 'zing_admin', 'zing_baseline']
const FIRST_ID = 1_000_001 // far from the numbers that the product gives out
/** So many that ten thousand sockets leave everybody one of the ten that one may have. */
const PEOPLE = 1_200
/** The first ones, matched with their neighbours. */
const TALKERS = 500

/** Product and baseline, running side by side on the same database server, and people who may use them. */
export interface Bench {
  product: Product
  baseline: Baseline
  /** In front of the product's chat. */
  hop: Baseline
  targets: Record<Target['name'], Target>
  /** Any call of the product. */
  ask: Ask
  people: Profile[]
  talkers: Profile[]
  database(name: string): Promise<Connection>
  /** The product once more, in other numbers; the first one is stopped. For what one process of a kind cannot hold. */
  restart(args: string[]): Promise<void>
  isQuick: boolean
  say(line: string): void
  /** Where MongoDB, NATS and Redis come from. */
  servers: string[]
  stop(): Promise<void>
}

interface BenchOptions {
  isQuick: boolean
  /** Where CPU profiles go; null for none. */
  profiles: string | null
  say(line: string): void
}

export async function openBench({ isQuick, profiles, say }: BenchOptions): Promise<Bench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-bench-'))
  const processes = createProcesses({ reaper: createReaper() })
  const serverLines: string[] = []
  const log = (line: string) => void serverLines.push(line)
  const connections: Connection[] = []

  let product: Product | null = null
  let isOurs = false // what is in the databases

  async function stop(): Promise<void> {
    await product?.stop() // before the servers that it uses
    if (process.env.MONGO_URL && isOurs) await dropDatabases(process.env.MONGO_URL)
    await processes.stopAll()
    await Promise.all(connections.map((connection) => connection.close()))
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    const servers = await startServers({ dataDir, env: process.env, log, start: processes.start })
    if (process.env.MONGO_URL) await refuseWhatIsInUse(servers.mongoUrl)
    isOurs = true
    const options = { dataDir, servers, env: profiles ? profileEnv(profiles) : {} }
    say(serverLines.join(' · '))
    say('starting the product and the baseline ...')
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
    const people = await insertUsers(await database('zing_auth'), product.secrets.sessionSecret, FIRST_ID, PEOPLE)
    const talkers = people.slice(0, TALKERS)
    await insertConversations(await database('zing_chat'), talkers)
    await insertConversations(await database('zing_baseline'), talkers)

    const bench: Bench = {
      product,
      baseline,
      hop,
      targets: { product: productTarget(product.url), baseline: baselineTarget(baseline) },
      ask: createAsk(product.url),
      people,
      talkers,
      database,
      async restart(args) {
        await bench.product.stop()
        product = await startProduct(processes, { ...options, args })
        bench.product = product
        bench.targets.product = productTarget(bench.product.url)
        bench.ask = createAsk(bench.product.url)
      },
      isQuick,
      say,
      servers: serverLines.filter((line) => /^(MongoDB|NATS|Redis):/.test(line)),
      stop,
    }
    return bench
  } catch (error) {
    await stop()
    throw error
  }
}

/** A server that was given must be ours alone: the benchmark writes into the product's databases. */
async function refuseWhatIsInUse(mongoUrl: string): Promise<void> {
  const connection = await mongoose.createConnection(databaseUrl(mongoUrl, 'zing_baseline')).asPromise()
  const { databases } = await connection.getClient().db('admin').admin().listDatabases({ nameOnly: true })
  await connection.close()
  const used = databases.filter(({ name }) => DATABASES.includes(name)).map(({ name }) => name)
  if (used.length > 0) throw new Error(`MONGO_URL has ${used.join(', ')} already: give the benchmark an empty server.`)
}

async function dropDatabases(mongoUrl: string): Promise<void> {
  for (const name of DATABASES) {
    const connection = await mongoose.createConnection(databaseUrl(mongoUrl, name)).asPromise()
    await connection.dropDatabase()
    await connection.close()
  }
}
