import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createSmallDisk, type SmallDisk } from '@zing/testing/small-disk'
import mongoose, { type Connection } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const DISK_BYTES = 16 * 1024 * 1024
const OUT_OF_DISK_SPACE = 14_031
const SIDE_BY_SIDE = 50
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!isRoot)(
  'on a full disk writes fail with OutOfDiskSpace, reads work, and a kill loses no write',
  async () => {
    const { disk, folder } = await setupDisk()
    let server = await startServer(disk, folder)
    const acknowledged = new Set<string>()
    const db = await connect(server.url)
    await db.collection('things').createIndexes([{ key: { key: 1 }, unique: true }, { key: { tags: 1, at: -1 } }])
    expect(await insertMany(db, 'things', 'before', acknowledged)).toEqual(new Set())

    await disk.fill()
    await expect
      .poll(async () => insertMany(db, 'things', `full${acknowledged.size}`, acknowledged))
      .toEqual(new Set([OUT_OF_DISK_SPACE]))
    expect(await insertMany(db, 'made-on-a-full-disk', 'first', acknowledged)).toEqual(new Set([OUT_OF_DISK_SPACE]))
    await expect(db.collection('things').createIndex({ at: 1 })).rejects.toMatchObject({ code: OUT_OF_DISK_SPACE })
    await verify(db, acknowledged, { nIndexes: 3 })
    await db.close()

    await kill(server.process)
    server = await startServer(disk, folder)
    const again = await connect(server.url)
    await verify(again, acknowledged, { nIndexes: 3 })

    await disk.free()
    expect(await insertMany(again, 'made-on-a-full-disk', 'later', acknowledged)).toEqual(new Set())
    await again.collection('things').createIndex({ at: 1 })
    await again.close()

    await kill(server.process)
    server = await startServer(disk, folder)
    const last = await connect(server.url)
    await verify(last, acknowledged, { nIndexes: 4 })
    await last.close()
  },
)

test.skipIf(!isRoot)('a first start on a full disk ends with a sentence, and a later one works', async () => {
  const { disk, folder } = await setupDisk()
  await disk.fill()
  const { process: child } = launch(disk, folder)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(errors).toContain('The disk is full')

  await disk.free()
  const server = await startServer(disk, folder)
  const db = await connect(server.url)
  expect(await insertMany(db, 'things', 'first', new Set())).toEqual(new Set())
  await db.close()
})

async function setupDisk(): Promise<{ disk: SmallDisk; folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-full-'))
  const disk = await createSmallDisk(folder, DISK_BYTES)
  if (!disk) throw new Error('no small disk')
  onTestFinished(async () => {
    await disk.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { disk, folder }
}

/** Inserts side by side, and returns the codes of the errors. */
async function insertMany(
  db: Connection,
  name: string,
  prefix: string,
  acknowledged: Set<string>,
): Promise<Set<unknown>> {
  const errors = new Set<unknown>()
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async (_, n) => {
      const key = `${prefix}-${n}`
      const thing = { key, tags: [n % 5, `t${n}`], at: n, text: 'x'.repeat(1_000 * (n % 8)) }
      try {
        await db.collection(name).insertOne(thing)
        acknowledged.add(`${name} ${key}`)
      } catch (error) {
        errors.add((error as { code?: unknown }).code ?? error)
      }
    }),
  )
  return errors
}

/** Checks that exactly the acknowledged documents exist and that each index matches. */
async function verify(db: Connection, acknowledged: Set<string>, { nIndexes }: { nIndexes: number }): Promise<void> {
  const stored: string[] = []
  for (const name of ['things', 'made-on-a-full-disk']) {
    for (const { key } of await db.collection(name).find().toArray()) stored.push(`${name} ${key}`)
  }
  expect(stored.toSorted()).toEqual([...acknowledged].toSorted())
  expect(await db.db?.command({ validate: 'things' })).toMatchObject({ valid: true, errors: [], nIndexes })
}

function connect(url: string): Promise<Connection> {
  const options = { serverSelectionTimeoutMS: 2000, maxPoolSize: SIDE_BY_SIDE }
  return mongoose.createConnection(`${url}/full?w=majority&journal=true`, options).asPromise()
}

function launch(disk: SmallDisk, folder: string): { process: ChildProcess } {
  const { command, args } = disk.within({ command: process.execPath, args: [MAIN] })
  const env = { ...process.env, PORT: '0', DATA_DIR: folder }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child }
}

async function startServer(disk: SmallDisk, folder: string): Promise<{ process: ChildProcess; url: string }> {
  const { process: child } = launch(disk, folder)
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout }))
    return { process: child, url: JSON.parse(line).url }
  throw new Error('the embedded MongoDB ended before it was ready')
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
