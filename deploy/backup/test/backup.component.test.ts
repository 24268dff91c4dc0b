import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readS3Config } from '@zing/blobs/env'
import { openStoredBlobs } from '@zing/blobs/operator'
import { startEmbeddedMongo } from '@zing/embedded-mongo/start-embedded-mongo'
import { startS3 } from '@zing/testing/s3'
import { NEEDS_S3, versitygw } from '@zing/testing/s3-server'
import { BSON, Double, EJSON, Int32, Long } from 'bson'
import mongoose, { type mongo } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../packages/dev-env/test/fake-environment.ts'
import { restoreBackup } from '../src/restore-backup.ts'
import { writeBackup } from '../src/write-backup.ts'

// One server per test: backup and restore use the real database names.
async function startEmptyServer(): Promise<mongo.MongoClient> {
  const server = await startEmbeddedMongo({ port: 0, dataDir: temporaryFolder() })
  const client = new mongoose.mongo.MongoClient(server.url)
  onTestFinished(async () => {
    await client.close()
    await server.stop()
  })
  return client
}

interface Row {
  _id: string | number
  [field: string]: unknown
}

function rows(client: mongo.MongoClient, database: string, collection: string) {
  return client.db(database).collection<Row>(collection)
}

async function startServerWithUser(): Promise<mongo.MongoClient> {
  const client = await startEmptyServer()
  await rows(client, 'zing_auth', 'users').insertOne({ _id: 7, name: 'Ann' })
  await rows(client, 'zing_auth', 'counters').insertOne({ _id: 'users', last: 100 })
  return client
}

async function backup(client: mongo.MongoClient): Promise<string> {
  const folder = path.join(temporaryFolder(), 'backup')
  await writeBackup(client, folder, () => {})
  return folder
}

function restore(client: mongo.MongoClient, folder: string, drop = false) {
  return restoreBackup(client, folder, { drop, log: () => {} })
}

async function bytesOf(client: mongo.MongoClient, database: string, collection: string): Promise<string[]> {
  const raws = await client.db(database).collection(collection).find({}, { raw: true }).toArray()
  return raws.map((raw) => Buffer.from(raw as unknown as Uint8Array).toString('hex')) // `raw` yields bytes
}

test('a restore reproduces every document byte by byte', async () => {
  const [client, other] = [await startEmptyServer(), await startEmptyServer()]
  await rows(client, 'zing_auth', 'users').insertMany([
    { _id: 1, whole: new Double(2), small: new Int32(2), long: Long.fromNumber(2), at: new Date(), none: null },
    { _id: 2, jpeg: Buffer.alloc(300_000, 7), list: [1, { deep: [] }], text: 'Zoë 💘' },
  ])
  await restore(other, await backup(client))
  expect(await bytesOf(other, 'zing_auth', 'users')).toEqual(await bytesOf(client, 'zing_auth', 'users'))
})

test('ids continue one million after the last id of the backup', async () => {
  const [client, other] = [await startServerWithUser(), await startEmptyServer()]
  await restore(other, await backup(client))
  expect(await rows(other, 'zing_auth', 'counters').findOne({ _id: 'users' })).toEqual({
    _id: 'users',
    last: 1_000_100,
  })
})

test('a backup reads replicas before owners, messages before media and bytes, counters last', async () => {
  const client = await startEmptyServer()
  for (const [database, collections] of Object.entries({
    zing_auth: ['selfies', 'counters', 'hiddenPairs', 'users'],
    zing_social: ['counters', 'notifications', 'people', 'pairs'],
    zing_chat: ['messages', 'counters', 'blobs', 'media', 'conversations'],
    zing_admin: ['audit', 'audit_head', 'cases', 'pin'],
  })) {
    for (const collection of collections) await rows(client, database, collection).insertOne({ _id: 'one' })
  }
  const read = await writeBackup(client, path.join(temporaryFolder(), 'backup'), () => {})
  expect(read.map(({ database, collection }) => `${database}.${collection}`)).toEqual([
    ...['cases', 'audit_head', 'audit', 'pin'].map((name) => `zing_admin.${name}`),
    ...['conversations', 'messages', 'media', 'blobs', 'counters'].map((name) => `zing_chat.${name}`),
    ...['pairs', 'notifications', 'people', 'counters'].map((name) => `zing_social.${name}`),
    ...['users', 'hiddenPairs', 'selfies', 'counters'].map((name) => `zing_auth.${name}`),
  ])
})

test('sessions and admin sessions are not in a backup, so a restore signs in no user', async () => {
  const client = await startServerWithUser()
  await rows(client, 'zing_auth', 'sessions').insertOne({ _id: 'sid' })
  await rows(client, 'zing_admin', 'admin_sessions').insertOne({ _id: 'sid' })
  await rows(client, 'zing_admin', 'pin').insertOne({ _id: 'pin' })
  const folder = await backup(client)
  expect(readdirSync(path.join(folder, 'zing_auth')).join()).not.toContain('sessions')
  expect(readdirSync(path.join(folder, 'zing_admin'))).toEqual(['pin.bson.gz', 'pin.metadata.json.gz'])
})

test('pictures of verifications are not in a backup', async () => {
  const client = await startServerWithUser()
  await rows(client, 'zing_auth', 'verifications').insertOne({ _id: 1, userId: 1, key: '~folder/1' })
  await rows(client, 'zing_auth', 'blobs').insertMany([{ _id: '~folder/1/frame' }, { _id: 'folder/7/jpeg' }])
  const folder = await backup(client)
  expect(readdirSync(path.join(folder, 'zing_auth')).join()).not.toContain('verifications')
  const other = await startEmptyServer()
  await restore(other, folder)
  expect(await rows(other, 'zing_auth', 'blobs').find().toArray()).toMatchObject([{ _id: 'folder/7/jpeg' }])
})

test('a message that its conversation has not counted yet is not in a backup', async () => {
  const client = await startEmptyServer()
  await rows(client, 'zing_chat', 'conversations').insertOne({ _id: '1:2', seq: 2 })
  const now = new Date()
  const old = new Date(0)
  await rows(client, 'zing_chat', 'messages').insertMany([
    { _id: 1, conv: '1:2', seq: 1, createdAt: old },
    { _id: 2, conv: '1:2', seq: 2, createdAt: now },
    { _id: 3, conv: '1:2', seq: 3, createdAt: now }, // sent after the conversation was read
    { _id: 4, conv: '1:3', seq: 1, createdAt: now }, // its conversation was created later
  ])
  const other = await startEmptyServer()
  await restore(other, await backup(client))
  const restored = await rows(other, 'zing_chat', 'messages').find().toArray()
  expect(restored.map(({ _id }) => _id)).toEqual([1, 2])
})

test('backup files have the format of mongodump: BSON documents, and indexes as extended JSON', async () => {
  const client = await startServerWithUser()
  await rows(client, 'zing_auth', 'users').createIndex({ name: 1 }, { unique: true })
  const folder = await backup(client)

  const bytes = gunzipSync(readFileSync(path.join(folder, 'zing_auth', 'users.bson.gz')))
  expect(bytes.equals(BSON.serialize({ _id: 7, name: 'Ann' }))).toBe(true)
  const metadata = gunzipSync(readFileSync(path.join(folder, 'zing_auth', 'users.metadata.json.gz'))).toString()
  expect(metadata).toContain('"key":{"name":{"$numberInt":"1"}}')
  expect(EJSON.parse(metadata)).toMatchObject({
    collectionName: 'users',
    indexes: [{}, { name: 'name_1', unique: true }],
  })
})

test('a restore rejects an interrupted backup', async () => {
  const folder = await backup(await startServerWithUser())
  rmSync(path.join(folder, 'manifest.json'))
  await expect(restore(await startEmptyServer(), folder)).rejects.toThrow(
    `${folder} is not a complete backup: manifest.json, which is written last, is missing.`,
  )
})

test('a restore rejects a damaged or missing file by name before it changes anything', async () => {
  const folder = await backup(await startServerWithUser())
  const file = path.join(folder, 'zing_auth', 'users.bson.gz')
  const bytes = readFileSync(file)
  bytes[bytes.length - 1] = 1 + (bytes.at(-1) ?? 0)
  writeFileSync(file, bytes)

  const target = await startServerWithUser()
  await expect(restore(target, folder, true)).rejects.toThrow(`${file} is damaged`)
  rmSync(file)
  await expect(restore(target, folder, true)).rejects.toThrow(`${file} is missing`)
  expect(await rows(target, 'zing_auth', 'users').countDocuments()).toBe(1)
})

test('a restore rejects a server that holds data, and replaces the data with --drop', async () => {
  const folder = await backup(await startServerWithUser())
  const target = await startServerWithUser()
  await rows(target, 'zing_auth', 'users').insertOne({ _id: 8 })
  await rows(target, 'zing_auth', 'sessions').insertOne({ _id: 'sid' })
  await expect(restore(target, folder)).rejects.toThrow(/^zing_auth\.\w+ holds data already: .* with --drop\.$/)

  await restore(target, folder, true)
  expect(await rows(target, 'zing_auth', 'users').find().toArray()).toEqual([{ _id: 7, name: 'Ann' }])
  expect(await rows(target, 'zing_auth', 'sessions').countDocuments()).toBe(0)
})

test('a restore deletes an account again that was deleted after the backup', async () => {
  const target = await startServerWithUser()
  await rows(target, 'zing_auth', 'meta').insertOne({ _id: 'epoch', value: 2 })
  for (const name of ['zing_social', 'zing_chat'])
    await rows(target, name, 'meta').insertOne({ _id: 'epoch', value: 2 })
  await rows(target, 'zing_admin', 'resets').insertOne({ _id: 'reset', epoch: 2 })
  await rows(target, 'zing_auth', 'tombstones').insertOne({ _id: 5, at: new Date(0), epoch: 2, outbox: [] })
  const folder = await backup(target)
  const at = new Date()
  await rows(target, 'zing_auth', 'users').deleteOne({ _id: 7 })
  await rows(target, 'zing_auth', 'tombstones').insertOne({ _id: 7, at, usernameHash: 'hash', epoch: 2, outbox: [] })

  const lines: string[] = []
  await restoreBackup(target, folder, { drop: true, log: (line) => void lines.push(line) })
  expect(lines.at(-1)).toMatch(/^1 accounts were deleted after the backup/)
  expect(await rows(target, 'zing_auth', 'users').countDocuments()).toBe(1)
  const [known, kept] = await rows(target, 'zing_auth', 'tombstones').find().sort({ _id: 1 }).toArray()
  expect(known).toEqual({ _id: 5, at: new Date(0), epoch: 2, outbox: [] })
  const entry = { subject: 'evt.user.deleted', epoch: 2, payload: { userId: 7 } }
  expect(kept).toMatchObject({ _id: 7, at, usernameHash: 'hash', needsSweep: true, epoch: 2, outbox: [entry] })
})

test('a backup rejects a folder that is not empty', async () => {
  const client = await startServerWithUser()
  const folder = await backup(client)
  await expect(writeBackup(client, folder, () => {})).rejects.toThrow(`${folder} isn't empty`)
})

test('a backup fails during a reset, and on a server without data of Zing', async () => {
  const client = await startServerWithUser()
  await rows(client, 'zing_admin', 'resets').insertOne({ _id: 'reset', epoch: 1 })
  await expect(backup(client)).rejects.toThrow("A reset is in progress (zing_auth hasn't finished it)")
  await expect(backup(await startEmptyServer())).rejects.toThrow('This MongoDB has no data of Zing')
})

test('a complete backup notes its time for the dashboard, an interrupted one does not', async () => {
  const client = await startServerWithUser()
  const before = new Date()
  await backup(client)
  const noted = await rows(client, 'zing_admin', 'backups').findOne({ _id: 'newest' })
  expect(noted?.at).toBeInstanceOf(Date)
  expect(Number(noted?.at)).toBeGreaterThanOrEqual(before.getTime())

  const folder = path.join(temporaryFolder(), 'backup')
  const interrupt = (line: string) => {
    if (line.startsWith('zing_auth.users')) throw new Error('interrupted')
  }
  await expect(writeBackup(client, folder, interrupt)).rejects.toThrow('interrupted')
  expect(await rows(client, 'zing_admin', 'backups').findOne({ _id: 'newest' })).toEqual(noted)
})

test('a user who may only read makes a backup, and is told that the dashboard will not show it', async () => {
  const client = await startServerWithUser()
  const lines: string[] = []
  const db = client.db.bind(client)
  vi.spyOn(client, 'db').mockImplementation((name) => {
    const database = db(name)
    const collection = database.collection.bind(database)
    vi.spyOn(database, 'collection').mockImplementation((of: string) => {
      const found = collection(of)
      if (of === 'backups') vi.spyOn(found, 'updateOne').mockRejectedValue(new Error('not authorized on zing_admin'))
      return found
    })
    return database
  })
  await writeBackup(client, path.join(temporaryFolder(), 'backup'), (line) => void lines.push(line))
  expect(lines.at(-1)).toContain('not authorized on zing_admin')
})

test.skipIf(!versitygw)(`blobs of a bucket are in the backup and come back, into any store (${NEEDS_S3})`, async () => {
  const s3 = readS3Config((await startS3()).env)
  const [client, other, third] = [await startServerWithUser(), await startEmptyServer(), await startEmptyServer()]
  const log: string[] = []
  const blobs = await openStoredBlobs(client, 'zing_auth', s3)
  const bytes = Buffer.alloc(300_000, 7)
  for (const key of ['folder/7/jpeg', 'folder/7/small']) await blobs.put(key, bytes)

  const refused = writeBackup(client, path.join(temporaryFolder(), 'refused'), () => {})
  await expect(refused).rejects.toThrow('Blobs of zing_auth are in a bucket')
  const folder = path.join(temporaryFolder(), 'backup')
  await writeBackup(client, folder, () => {}, s3)
  await blobs.remove(['folder/7/jpeg', 'folder/7/small'])
  await restoreBackup(other, folder, { drop: false, log: (line) => void log.push(line), s3 })
  expect(log).toContain('zing_auth: 2 blobs in the bucket')
  expect(await blobs.get('folder/7/small')).toEqual(bytes)
  expect(await rows(other, 'zing_auth', 'blobs').countDocuments()).toBe(0)

  await restore(third, folder)
  const inDatabase = await openStoredBlobs(third, 'zing_auth', null)
  expect(await inDatabase.get('folder/7/jpeg')).toEqual(bytes)
  blobs.close()
})
