import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import mongoose, { type Connection } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const KILLS = 20
const WRITERS = 6
/** Statements of one command: more than fit into one commit of a millisecond. */
const STATEMENTS = 60
/** Twenty starts: 24 s on two idle cores, more than a minute on a busy machine. */
const TIMEOUT_MS = 150_000

test.skipIf(process.env.MONGO_URL)(
  'after 20 kills under load all acknowledged writes are stored and indexes match documents',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-crash-'))
    const acknowledged = { inserted: new Set<string>(), counts: new Map<string, number>(), deleted: new Set<string>() }
    let server = await startServer(dataDir)
    onTestFinished(async () => {
      server.process.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    })
    const setup = await connect(server.url)
    await setup
      .collection('things')
      .createIndexes([
        { key: { key: 1 }, unique: true },
        { key: { tags: 1, at: -1 } },
        { key: { 'outbox.id': 1 }, partialFilterExpression: { 'outbox.0': { $exists: true } } },
      ])
    await setup.close()

    for (let round = 0; round < KILLS; round++) {
      const db = await connect(server.url)
      const exited = once(server.process, 'exit')
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(db, `${round}-${writer}`, acknowledged))
      const wanted = acknowledged.inserted.size + STATEMENTS + Math.floor(Math.random() * 1_000)
      await expect.poll(() => acknowledged.inserted.size, { interval: 1 }).toBeGreaterThan(wanted)

      server.process.kill('SIGKILL')
      await Promise.all([exited, ...writers, db.close(true)])
      server = await startServer(dataDir)
      await verify(server.url, acknowledged)
    }

    expect(acknowledged.inserted.size).toBeGreaterThan(KILLS * 20)
    expect(acknowledged.deleted.size).toBeGreaterThan(0)
    const exited = once(server.process, 'exit')
    server.process.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  },
  TIMEOUT_MS,
)

interface Acknowledged {
  inserted: Set<string>
  counts: Map<string, number>
  deleted: Set<string>
}

interface Thing {
  _id: string
  n?: number
}

/** Writes until the server is killed, and records only acknowledged writes. */
async function write(db: Connection, name: string, { inserted, counts, deleted }: Acknowledged): Promise<void> {
  const things = db.collection<Thing>('things')
  try {
    for (let n = 0; ; n++) {
      const _id = `${name}-${n}`
      await things.insertOne({ _id, key: _id, tags: [n % 5, `t${n}`], at: n, outbox: [{ id: `${_id}:1` }] } as Thing)
      inserted.add(_id)
      await things.updateOne({ _id }, {
        $pull: { outbox: { id: `${_id}:1` } },
        $push: { tags: `u${n}` },
        $inc: { at: -1 },
      } as object)
      await things.updateOne(
        { _id: `count-${name}` },
        { $inc: { n: 1 }, $setOnInsert: { key: `count-${name}` } } as object,
        { upsert: true },
      )
      counts.set(`count-${name}`, n + 1)
      if (n % 7 === 2) {
        const many = Array.from({ length: STATEMENTS }, (_, index) => ({
          _id: `${_id}:${index}`,
          key: `${_id}:${index}`,
        }))
        await db.db?.command({ insert: 'things', documents: many })
        for (const { _id } of many) inserted.add(_id)
      }
      if (n % 7 === 6) {
        inserted.delete(`${name}-${n - 3}`) // from here on it may be deleted, acknowledged or not
        await things.deleteOne({ _id: `${name}-${n - 3}` })
        deleted.add(`${name}-${n - 3}`)
      }
    }
  } catch (error) {
    if (
      !(
        error instanceof mongoose.mongo.MongoNetworkError ||
        error instanceof mongoose.mongo.MongoClientClosedError ||
        error instanceof mongoose.mongo.MongoServerSelectionError ||
        error instanceof mongoose.mongo.MongoNotConnectedError
      )
    )
      throw error
  }
}

async function verify(url: string, { inserted, counts, deleted }: Acknowledged): Promise<void> {
  const db = await connect(url)
  const stored = await db.collection<Thing>('things').find().toArray()
  const byId = new Map(stored.map((thing) => [thing._id, thing]))

  expect([...inserted].filter((id) => !byId.has(id))).toEqual([])
  expect([...deleted].filter((id) => byId.has(id))).toEqual([])
  expect([...counts].filter(([id, n]) => Number(byId.get(id)?.n) < n)).toEqual([])
  expect(await db.db?.command({ validate: 'things' })).toMatchObject({
    valid: true,
    errors: [],
    nrecords: stored.length,
    nIndexes: 4,
  })
  await db.close()
}

async function connect(url: string): Promise<Connection> {
  const options = { serverSelectionTimeoutMS: 2000, maxPoolSize: WRITERS }
  return mongoose.createConnection(`${url}/crash?w=majority&journal=true&retryWrites=true`, options).asPromise()
}

async function startServer(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout }))
    return { process: child, url: JSON.parse(line).url }
  throw new Error('the embedded MongoDB ended before it was ready')
}
