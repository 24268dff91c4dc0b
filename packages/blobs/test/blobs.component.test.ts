import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createLog } from '@zing/kit/observability/logger'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { S3_FAULTS, startS3 } from '@zing/testing/s3'
import { NEEDS_S3, versitygw } from '@zing/testing/s3-server'
import { testDatabase } from '@zing/testing/servers'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Blobs } from '../src/blobs.ts'
import { blobEnv, s3ConfigOf } from '../src/env.ts'
import { newKey } from '../src/key.ts'
import { blobModel } from '../src/mongo-store.ts'
import { openBlobs } from '../src/open-blobs.ts'
import { prefixOf, usesBucket } from '../src/prefix.ts'

const log = createLog('blobs-test', 'silent')
const Env = z.object(blobEnv)

async function openDatabase() {
  const db = await mongoose.createConnection(testDatabase()).asPromise()
  afterTestOrFile(() => db.close())
  const model = blobModel(db)
  await model.createIndexes()
  return { db, model }
}

async function openAt({ db, model }: Awaited<ReturnType<typeof openDatabase>>, env: Record<string, string> = {}) {
  const blobs = await openBlobs(db, model, s3ConfigOf(Env.parse(env)), log)
  afterTestOrFile(blobs.close)
  return blobs
}

/** Each store, with a function that damages the bytes of a blob behind its back. */
const stores = {
  async mongodb() {
    const database = await openDatabase()
    const damage = async (key: string, bytes: Buffer) => void (await database.model.updateOne({ _id: key }, { bytes }))
    return { blobs: await openAt(database), damage }
  },
  async s3() {
    const [database, s3] = await Promise.all([openDatabase(), startS3()])
    const blobs = await openAt(database, s3.env)
    async function damage(key: string, bytes: Buffer): Promise<void> {
      await writeFile(path.join(s3.folder, await prefixOf(database.db, { isUsed: true }), key), bytes)
    }
    return { blobs, damage }
  },
}

async function keysOf(blobs: Blobs): Promise<string[]> {
  const keys: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = await blobs.list(after)
    keys.push(...page.blobs.map(({ key }) => key))
    after = page.next
  }
  return keys
}

describe.each([
  ['in MongoDB', stores.mongodb, true],
  [`in a bucket (${NEEDS_S3})`, stores.s3, versitygw !== null],
])('blobs %s', (_where, open, isInstalled) => {
  const it = test.skipIf(!isInstalled)

  it('a blob comes back byte for byte, and an unknown key has none', async () => {
    const { blobs } = await open()
    const [key, bytes] = [`${newKey()}/small`, Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 251))]
    await blobs.put(key, bytes)
    expect(await blobs.get(key)).toEqual(bytes)
    expect(await blobs.get(`${key}2`)).toBeNull()
    expect(await blobs.get(newKey())).toBeNull()
  })

  it('the same key again is a success, and removed blobs are gone, also twice', async () => {
    const { blobs } = await open()
    const [key, other] = [newKey(), newKey()]
    for (const one of [key, key, other]) await blobs.put(one, Buffer.from('bytes'))
    expect((await keysOf(blobs)).sort()).toEqual([key, other].sort())
    for (const _ of [1, 2]) await blobs.remove([key, newKey()])
    await blobs.remove([])
    expect([await blobs.get(key), String(await blobs.get(other))]).toEqual([null, 'bytes'])
    expect(await keysOf(blobs)).toEqual([other])
  })

  it('a damaged blob is an error that names the key, never other bytes', async () => {
    const { blobs, damage } = await open()
    const key = `${newKey()}/full`
    await blobs.put(key, Buffer.from('bytes'))
    for (const other of ['bites', 'byte', 'bytes!']) {
      await damage(key, Buffer.from(other))
      await expect(blobs.get(key)).rejects.toThrow(`The blob ${key} is damaged`)
    }
  })

  it('a list has every blob once, with its time, over several pages', async () => {
    const { blobs } = await open()
    const keys = Array.from({ length: 520 }, newKey)
    const startedAt = Date.now() - 2_000 // a bucket's times have whole seconds
    for (let first = 0; first < keys.length; first += 40)
      await Promise.all(keys.slice(first, first + 40).map((key) => blobs.put(key, Buffer.from(key))))
    expect((await keysOf(blobs)).sort()).toEqual(keys.sort())
    const { blobs: page } = await blobs.list('')
    for (const { createdAt } of page) expect(createdAt.getTime()).toBeGreaterThan(startedAt)
  })
})

describe(`a bucket (${NEEDS_S3})`, () => {
  const it = test.skipIf(versitygw === null)

  it('when the operator names or leaves a bucket, all blobs move and stay readable', async () => {
    const [database, s3] = await Promise.all([openDatabase(), startS3()])
    const keys = Array.from({ length: 10 }, newKey)
    const before = await openAt(database)
    for (const key of keys) await before.put(key, Buffer.from(key))

    for (const [env, left] of [
      [s3.env, 0],
      [{ ...s3.env, S3_LEAVING: 'true' }, 11],
    ] as const) {
      const blobs = await openAt(database, env)
      const moving = blobs.move()
      for (const key of keys) expect(String(await blobs.get(key))).toBe(key)
      if (left === 0) await blobs.put('new', Buffer.from('new'))
      expect(await keysOf(blobs)).toEqual(expect.arrayContaining(keys))
      await moving
      expect(await usesBucket(database.db)).toBe(left === 0)
      expect(await database.model.countDocuments()).toBe(left)
      for (const key of keys) expect(String(await blobs.get(key))).toBe(key)
    }
    expect([await s3.objects(), await usesBucket(database.db)]).toEqual([[], false])
    expect(String(await (await openAt(database)).get('new'))).toBe('new')
  })

  it('another database with the same bucket sees none of its blobs', async () => {
    const s3 = await startS3()
    const [one, other] = [await openAt(await openDatabase(), s3.env), await openAt(await openDatabase(), s3.env)]
    await one.put('key', Buffer.from('bytes'))
    expect([await other.get('key'), await keysOf(other)]).toEqual([null, []])
  })

  it('while the bucket hangs, a call ends with a 503 in time and the next ones at once', async () => {
    const s3 = await startS3()
    const blobs = await openAt(await openDatabase(), s3.env)
    await blobs.put('key', Buffer.from('bytes'))
    s3.signal('SIGSTOP')
    const stopwatch = startStopwatch()
    await expect(blobs.get('key')).rejects.toMatchObject({ status: 503 })
    expect(stopwatch.elapsedMs()).toBeLessThan(25_000)
    await expect(blobs.put('other', Buffer.from('bytes'))).rejects.toMatchObject({ status: 503 })
    s3.signal('SIGCONT')
    await expect.poll(() => blobs.get('key').then(String, () => null)).toBe('bytes')
  })
})

describe(`a bucket with faults (${NEEDS_S3})`, () => {
  const it = test.skipIf(versitygw === null)

  it.each(S3_FAULTS)('while a bucket %s, calls are 503 in time, and a later retry is stored once', async (fault) => {
    const s3 = await startS3()
    const blobs = await openAt(await openDatabase(), s3.env)
    const [kept, key] = [newKey(), newKey()]
    const bytes = Buffer.from(Array.from({ length: 2_000_000 }, (_, i) => i % 251))
    await blobs.put(kept, bytes)

    s3.setFault(fault)
    const stopwatch = startStopwatch()
    await expect(blobs.put(key, bytes)).rejects.toMatchObject({ status: 503 })
    await expect(blobs.get(kept)).rejects.toMatchObject({ status: 503 })
    expect(stopwatch.elapsedMs()).toBeLessThan(50_000)

    s3.setFault(null)
    await expect.poll(() => blobs.get(kept).catch(() => null), WAIT).toEqual(bytes)
    const isStored = fault === 'hangs'
    expect([await keysOf(blobs), await blobs.get(key)]).toEqual(isStored ? [[kept, key].sort(), bytes] : [[kept], null])
    await blobs.put(key, bytes)
    expect([(await keysOf(blobs)).sort(), await blobs.get(key)]).toEqual([[kept, key].sort(), bytes])
  })
})

describe('a bucket at fault', () => {
  test.each([
    ['stops within a blob', (res: ServerResponse) => res.writeHead(200, { 'content-length': 100 }).write('bytes')],
    ['breaks off within a blob', (res: ServerResponse) => res.writeHead(200, { 'content-length': 100 }).end('bytes')],
    ['sends without end', endless],
    ['does not answer', () => {}],
    ['answers 500', (res: ServerResponse) => res.writeHead(500).end()],
    ['refuses the key', (res: ServerResponse) => res.writeHead(403).end()],
    ['has been deleted', (res: ServerResponse) => res.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')],
    ['closes the connection', (res: ServerResponse) => res.destroy()],
  ])('a bucket that %s is a 503 in time', async (_fault, respond) => {
    const server = createServer((_req, res) => void respond(res)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    afterTestOrFile(() => {
      server.closeAllConnections()
      server.close()
    })
    const blobs = await openAt(await openDatabase(), {
      ...{ S3_REGION: 'us-east-1', S3_BUCKET: 'zing', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' },
      ...{ S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, S3_FORCE_PATH_STYLE: 'true' },
    })
    const stopwatch = startStopwatch()
    await expect(blobs.get('key')).rejects.toMatchObject({ status: 503 })
    expect(stopwatch.elapsedMs()).toBeLessThan(50_000)
  })
})

function endless(res: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024)
  const more = () => {
    if (!res.destroyed) void (res.write(chunk) ? setImmediate(more) : res.once('drain', more))
  }
  more()
}
