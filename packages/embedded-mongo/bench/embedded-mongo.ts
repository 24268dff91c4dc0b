import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import mongoose from 'mongoose'

// node packages/embedded-mongo/bench/embedded-mongo.ts: the embedded MongoDB in a process of its own, or the server at MONGO_URL.
const CONNECTIONS = 16
const INSERT_SECONDS = 5
const READS = 5000
const SMALL = 1000
const LARGE = 200_000

interface User {
  key: string
  age: number
  at: Date
  text: string
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-bench-'))
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const env = { ...process.env, PORT: '0', DATA_DIR: dataDir }
const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const [{ value: line }] = [await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()]
const url = process.env.MONGO_URL ?? JSON.parse(line ?? '').url
const db = await mongoose
  .createConnection(`${url}/bench?w=majority&journal=true`, { maxPoolSize: CONNECTIONS, minPoolSize: CONNECTIONS })
  .asPromise()
await db.dropDatabase()
const users = db.collection<User>('users')
await users.createIndexes([{ key: { key: 1 }, unique: true }, { key: { age: 1, at: -1 } }])

console.log(
  `durable inserts from ${CONNECTIONS} connections: ${Math.round(await insertRate())}/s (target: at least 3,000)`,
)
await users.deleteMany({})
for (const size of [SMALL, LARGE]) {
  await fill(size)
  const { p50, p99 } = await readTimes(size)
  console.log(
    `indexed point read at ${size} documents: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (target: p50 at most 1 ms)`,
  )
}

await db.dropDatabase()
await db.close()
server.kill('SIGTERM')
await rm(dataDir, { recursive: true, force: true })

function userOf(n: number): User {
  return { key: `k${n}`, age: 18 + (n % 60), at: new Date(n), text: 'x'.repeat(200) }
}

async function insertRate(): Promise<number> {
  let inserted = 0
  const start = performance.now()
  async function insertUntilDone(): Promise<void> {
    while (performance.now() - start < INSERT_SECONDS * 1000) {
      inserted += 1
      await users.insertOne(userOf(inserted))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, insertUntilDone))
  return inserted / ((performance.now() - start) / 1000)
}

async function fill(size: number): Promise<void> {
  for (let n = await users.estimatedDocumentCount(); n < size; n += SMALL) {
    await users.insertMany(Array.from({ length: SMALL }, (_, at) => userOf(n + at)))
  }
}

/** Reads one after another, so that each time measures one read. */
async function readTimes(size: number): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  for (let n = 0; n < READS; n++) {
    const start = performance.now()
    const found = await users.findOne({ key: `k${(n * 7919) % size}` })
    times.push(performance.now() - start)
    if (!found) throw new Error('inserted document not found')
  }
  times.sort((a, b) => a - b)
  return { p50: times[READS / 2] ?? Number.NaN, p99: times[Math.floor(READS * 0.99)] ?? Number.NaN }
}
