import { randomInt, randomUUID } from 'node:crypto'
import { broadcast } from '@zing/kit/nats/broadcast'
import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import { accountDeleted } from '@zing/proto/nats/broadcasts'
import { type DeletedUser, deleteUser, getDeletedUserPage } from '@zing/proto/nats/rpc/auth'
import { forkService } from '@zing/testing/fork-service'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { runScript } from '@zing/testing/run-script'
import { startMongo, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createModels } from '../src/models/models.ts'
import { PIN_ID } from '../src/models/pin.ts'
import { PIN, setupAdmin, WRONG } from './setup-admin.ts'

const { env, db, newUser, startInstance, serveRpcAs, pins, adminSessions } = await setupAdmin()
const deleted: DeletedUser[] = []
const auth = await serveRpcAs('auth', [
  rpcHandler(getDeletedUserPage, async () => ({ items: deleted, next: null })),
  rpcHandler(deleteUser, async ({ userId }) => ({ isDeleted: userId < 1_000 })),
])

async function usedBy(): Promise<number[]> {
  return ((await pins.findOne({}))?.used ?? []).map(({ userId }) => userId)
}

describe('SEC-120 a deleted user', () => {
  test('has no admin sessions and report times left, and used PIN attempts lose the name', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const reporters = db.collection<{ _id: number; expiresAt: Date }>('reporters')
    const expiresAt = new Date(Date.now() + 60_000)
    await reporters.insertMany([ada, ben].map(({ userId }) => ({ _id: userId, expiresAt })))
    expect((await ada.verify(PIN)).body).toEqual({ success: true })
    for (const user of [ada, ada, ben]) expect((await user.verify(WRONG)).body).toEqual({ success: false })
    expect((await usedBy()).toSorted()).toEqual([ada.userId, ada.userId, ben.userId].toSorted())

    broadcast(auth, accountDeleted, { userId: ada.userId })
    await vi.waitFor(async () => expect((await usedBy()).toSorted()).toEqual([0, 0, ben.userId].toSorted()), WAIT)
    await vi.waitFor(async () => expect(await adminSessions.countDocuments({ _id: ada.sid })).toBe(0), WAIT)
    await vi.waitFor(async () => expect(await reporters.distinct('_id')).toEqual([ben.userId]), WAIT)
    expect((await ada.stats()).status).toBe(403)
    expect((await ben.verify(PIN)).body).toEqual({ success: true }) // refunds only Ben's attempt
    expect(await usedBy()).toEqual([0, 0])
    expect(ADMIN_PIN_ATTEMPTS).toBeGreaterThan(2)
  })

  test('is found at the next start if the broadcast was lost', async () => {
    const ada = newUser()
    await ada.verify(WRONG)
    expect(await usedBy()).toContain(ada.userId)
    deleted.push({ userId: ada.userId, epoch: 0 })
    await startInstance()
    await vi.waitFor(async () => expect(await usedBy()).not.toContain(ada.userId), WAIT)
  })
})

describe('INV-13 an admin that is killed in the middle of an erasure', async () => {
  const own = { ...env, MONGO_URL: testDatabase() }
  const ownDb = await mongoose.createConnection(own.MONGO_URL).asPromise()
  afterAll(() => ownDb.close())
  const { AdminSession, Reporter, HeldClaim, Pin } = createModels(ownDb)
  const expiresAt = new Date(Date.now() + 60_000)

  async function storeUser(): Promise<number> {
    const userId = randomInt(2_000_000_000)
    await AdminSession.create({ _id: randomUUID(), userId, expiresAt })
    await Reporter.create({ _id: userId, expiresAt })
    await HeldClaim.create({ _id: userId, token: randomUUID(), until: expiresAt })
    const used = { id: randomUUID(), userId }
    await Pin.updateOne({ _id: PIN_ID }, { $push: { used }, $set: { refillAt: expiresAt } }, { upsert: true })
    return userId
  }
  async function dataOf(userId: number): Promise<number> {
    const [sessions, reporters] = [{ userId }, { _id: userId }]
    const pins = Pin.countDocuments({ 'used.userId': userId })
    const claims = HeldClaim.countDocuments({ _id: userId })
    const counts = [AdminSession.countDocuments(sessions), Reporter.countDocuments(reporters), claims, pins]
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  test.each([
    ['delete', 'admin_sessions'],
    ['delete', 'reporters'],
    ['delete', 'held_claims'],
    ['update', 'pin'],
  ])(
    'when it is killed at %s %s, the next process completes the erasure',
    { timeout: 90_000 },
    async (command, collection) => {
      const userId = await storeUser()
      expect(await dataOf(userId)).toBe(4)
      const database = await heldDatabase(own.MONGO_URL)
      const held = database.holdResponse((bytes) => bytes.includes(command) && bytes.includes(collection))
      deleted.push({ userId, epoch: 0 })
      const killed = forkService(new URL('../src/main.ts', import.meta.url), { ...own, MONGO_URL: database.url })
      await held.arrived
      await killed.kill()

      await startInstance({ MONGO_URL: own.MONGO_URL })
      await vi.waitFor(async () => expect(await dataOf(userId)).toBe(0), WAIT)
    },
  )
})

const run = (script: string, variables: Record<string, string>, ...args: string[]) =>
  runScript(new URL(`../src/${script}.ts`, import.meta.url), variables, args)

describe('npm run erased', async () => {
  const url = await startMongo()
  const client = await new mongoose.mongo.MongoClient(url).connect()
  const database = 'zing_test'
  const id = 1_234_567
  const erased = (...args: string[]) => run('erased', { MONGO_URL: url }, String(id), ...args)
  const rows = (name: string, of = database) =>
    client.db(of).collection<{ _id: number; [field: string]: unknown }>(name)

  const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  const admin = (name: string) => rows(name, 'zing_admin')
  const KEPT_DAYS = 30
  afterAll(() => client.close())
  afterEach(async () => {
    for (const name of ['cases', 'evidence', 'audit']) await admin(name).deleteMany({})
    await rows('banRecords', 'zing_auth').deleteMany({ bannedUserId: id })
  })

  /** A decided case, closed this many days ago, and its evidence. */
  async function storeCase(caseId: number, userId: number, reporterId: number, closedDays: number, more = {}) {
    const closedAt = new Date(Date.now() - closedDays * 24 * 60 * 60 * 1_000)
    const decisions = [{ action: 'warn', decidedAt: closedAt, decidedBy: 1, undoneAt: null, until: null }]
    const reports = [{ id: caseId * 10, reporterId, text: 'Words' }]
    const decided = { kind: 'report', status: 'closed', userId, closedAt, reports, notes: [], decisions }
    await admin('cases').insertOne({ _id: caseId, ...decided, hasEvidence: true, ...more })
    await admin('evidence').insertOne({ _id: caseId * 10, json: JSON.stringify({ reporterId, userId }) })
  }

  test('it names the day on which sealed evidence ends, and fails after that day', async () => {
    await storeCase(1, 7, id, 10)
    await storeCase(2, 7, id, 5)
    await admin('audit').insertOne({ _id: 1, content: JSON.stringify({ actorId: id }) })
    const sealed = await erased()
    expect(sealed.code).toBe(0)
    for (const [name, example, field] of [
      ['cases', 1, 'reports.0.reporterId'],
      ['evidence', 10, 'json'],
    ])
      expect(sealed.output).toContain(
        `zing_admin.${name}: 2 documents, such as ${example} (${field}): sealed evidence until ${day(KEPT_DAYS - 5)}\n`,
      )
    expect(sealed.output).toContain('zing_admin.audit: 1 document, such as 1 (content): moderation record\n')

    await storeCase(3, 7, id, 5, { status: 'open', closedAt: null })
    expect(await erased()).toMatchObject({ code: 0, output: expect.stringContaining('until its case is decided') })

    await storeCase(4, 7, id, KEPT_DAYS + 2)
    const ended = `zing_admin.cases: 1 document, such as 4 (reports.0.reporterId): sealed evidence that has ended on ${day(-2)}`
    expect(await erased()).toMatchObject({ code: 1, output: expect.stringContaining(ended) })
  })

  test('it fails for words that outlive their evidence, and for a case about the user', async () => {
    const hasEvidence = false
    await storeCase(1, 7, id, 100, { hasEvidence, reports: [{ id: 10, reporterId: id, text: null }] })
    await admin('evidence').deleteMany({})
    const record = 'zing_admin.cases: 1 document, such as 1 (reports.0.reporterId): moderation record\n'
    expect(await erased()).toMatchObject({ code: 0, output: expect.stringContaining(record) })

    await storeCase(2, 7, id, 100, { hasEvidence })
    await storeCase(3, id, 7, 100, { hasEvidence })
    await admin('evidence').deleteMany({})
    const left = 'zing_admin.cases: 2 documents, such as 2 (reports.0.reporterId)\n'
    expect(await erased()).toMatchObject({ code: 1, output: expect.stringContaining(left) })
  })

  test('it fails and names all places with user data; tombstones and sealed evidence may stay', async () => {
    expect(await erased()).toMatchObject({ code: 0, output: expect.stringContaining('and no tombstone') })

    await rows('tombstones').insertOne({ _id: id })
    await storeCase(1, id, 7, 10)
    await rows('banRecords', 'zing_auth').insertMany([
      { _id: id + 1, bannedUserId: id, expiresAt: new Date('2031-05-06') },
      { _id: id + 2, bannedUserId: id, expiresAt: new Date('2030-01-02') },
    ])
    await rows('messages').insertMany([
      { _id: id, conv: '1:2' },
      { _id: 1, conv: `1:${id}`, senderId: 1 },
      { _id: 2, conv: '1:2', senderId: id },
      { _id: 3, conv: '1:2', content: 'Ada.B' },
    ])
    const found = await erased('ada.b')
    expect(found.code).toBe(1)
    expect(found.output).toContain(`${database}.messages: 3 documents, such as 1 (conv)\n`)
    expect(found.output).toContain(`${database}.tombstones: 1 document, such as ${id} (_id): tombstone\n`)
    const evidence = `zing_admin.evidence: 1 document, such as 10 (json): sealed evidence until ${day(KEPT_DAYS - 10)}\n`
    expect(found.output).toContain(evidence)
    expect(found.output).toContain(
      `zing_auth.banRecords: 2 documents, such as ${id + 1} (bannedUserId): sealed evidence until 2031-05-06\n`,
    )
    expect(found.output).toContain(`User ${id} is not erased.`)

    await rows('messages').deleteMany({ _id: { $ne: id } })
    expect(await erased('ada.b')).toMatchObject({ code: 0, output: expect.stringContaining(`User ${id} is erased.`) })
  })

  test('without an id, a database or an answer, it says what it needs, and fails', async () => {
    const usage = 'Usage: npm run erased -- <id> [username]'
    expect(await run('erased', {})).toMatchObject({ code: 2, output: expect.stringContaining(usage) })
    expect(await run('erased', {}, 'ada')).toMatchObject({ code: 2, output: expect.stringContaining(usage) })
    expect(await run('erased', {}, '7')).toMatchObject({ code: 2, output: expect.stringContaining('set MONGO_URL') })
    const unreachable = await run('erased', { MONGO_URL: 'mongodb://127.0.0.1:9' }, '7')
    expect(unreachable).toMatchObject({ code: 2, output: expect.stringContaining('ECONNREFUSED') })
  })
})

test('npm run admin:delete-user asks auth to delete an account, and fails where there is none', async () => {
  const variables = { NATS_URL: env.NATS_URL }
  expect(await run('delete-user', variables, '7')).toEqual({
    code: 0,
    output: 'User 7 is deleted; the services erase the data within seconds.\n',
  })
  expect(await run('delete-user', variables, '7000')).toEqual({
    code: 1,
    output: 'There is no user 7000, or no longer.\n',
  })
  expect(await run('delete-user', variables)).toMatchObject({ code: 1, output: expect.stringContaining('Usage: ') })
})
