import { randomUUID } from 'node:crypto'
import { freePort } from '@zing/dev-env/processes/free-port'
import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword, deleteAccount } from '@zing/proto/http/account'
import { checkUsername, getUser, registerUser } from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { USERNAME_RESERVED_MS } from '@zing/proto/limits'
import { accountDeleted, sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { blockCreated, userDeleted } from '@zing/proto/nats/events'
import {
  deleteUser,
  getActiveSessions,
  getDeletedUserPage,
  getProfilePage,
  getReplicatedProfile,
} from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { serviceClient } from '@zing/testing/client'
import { forkService } from '@zing/testing/fork-service'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { lossyDatabase } from '@zing/testing/mongo/lossy-database'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'
import { photo } from '../pictures.ts'
import { newDetails, PASSWORD, setupAuth } from '../setup-auth.ts'

// With a shared Redis, a deletion would clear failures of users in other test files, whose ids are the same.
const ALONE: Record<string, unknown> = { REDIS_URL: undefined }
const { env, nats, db, events, publishEvent, eventsHandled, anonymous, newUser, logIn, fetchAs } =
  await setupAuth(ALONE)
type User = Awaited<ReturnType<typeof newUser>>

const HOUR_MS = 60 * 60 * 1_000
interface Tombstone {
  _id: number
  at: Date
  usernameHash?: string
  needsSweep?: boolean
  epoch: number
  outbox: unknown[]
}
const tombstones = db.collection<Tombstone>('tombstones')
const users = db.collection<{ _id: number }>('users')
const hiddenPairs = db.collection<{ _id: string; epoch: number }>('hiddenPairs')
const usages = db.collection<{ _id: string; ids: number[]; expiresAt: Date }>('daily_usage')
const deadLetters = db.collection('dead_letters')

async function confirm({ call }: Pick<User, 'call'>) {
  expect((await call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
}

async function deleteConfirmed(user: User) {
  await confirm(user)
  return user.call(deleteAccount)
}

/** Counts a user's documents in all collections of auth except the tombstones. */
async function dataOf({ id }: { id: number }): Promise<number> {
  const counts = await Promise.all([
    users.countDocuments({ _id: id }),
    db.collection('selfies').countDocuments({ userId: id }),
    db.collection('sessions').countDocuments({ userId: id }),
    hiddenPairs.countDocuments({ _id: { $regex: `^${id}:|:${id}$` } }),
    usages.countDocuments({ $or: [{ ids: id }, { _id: { $regex: `:${id}$` } }] }),
  ])
  return counts.reduce((sum, count) => sum + count)
}

/** Starts another process, which repeats erasures that are due. */
async function restart(of: Record<string, unknown> = env): Promise<void> {
  const restarted = await start(Config.parse(of))
  onTestFinished(() => restarted.stop())
}

describe('SEC-120 deleting an account', () => {
  test('it requires a confirmation and changes nothing without it', async () => {
    const ada = await newUser()
    const refused = await ada.call(deleteAccount)
    expect([refused.status, refused.body]).toEqual([403, errors.confirmNeeded().body])
    expect((await ada.call(getUser)).status).toBe(200)
    expect(await tombstones.countDocuments({ _id: ada.user.id })).toBe(0)
  })

  test('an anonymous caller is rejected', async () => {
    expect((await anonymous.call(deleteAccount)).status).toBe(401)
  })

  test('it deletes account, sessions and photo at once, and leaves only a tombstone (V7.4.2)', async () => {
    const revoked: string[] = []
    const told: number[] = []
    subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))
    subscribe(nats, accountDeleted, ({ userId }) => void told.push(userId))
    await (await nats.connection).flush()
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser({ selfie: await photo() })]
    const { id } = ada.user
    const second = await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
    await publishEvent(blockCreated, { blockerId: id, blockedId: ben.user.id })
    await eventsHandled()
    expect((await fetchAs(ben.identity, ada.user.selfie)).status).toBe(404) // Ada blocks Ben
    const today = Math.floor(Date.now() / (24 * HOUR_MS))
    const expiresAt = new Date(Date.now() + HOUR_MS)
    await usages.insertMany([
      { _id: `${today}:${id}`, ids: [ben.user.id], expiresAt },
      { _id: `${today}:${ben.user.id}`, ids: [id, 900_001], expiresAt },
    ])
    expect(await dataOf(ada.user)).toBe(7)

    const deleted = await deleteConfirmed(ada)
    expect([deleted.status, deleted.body, deleted.headers.get(SESSION_HEADER)]).toEqual([204, undefined, SESSION_ENDED])
    expect(await dataOf(ada.user)).toBe(0)
    expect((await ada.call(getUser)).status).toBe(401)
    expect((await logIn(ada.user.username)).status).toBe(401)
    expect((await fetchAs(ben.identity, ada.user.selfie)).status).toBe(404)
    expect((await fetchAs(ben.identity, second.body.path)).status).toBe(404)
    expect(await request(nats, getActiveSessions, { sessions: [{ sid: ada.sid, userId: id }] })).toEqual({
      sids: [],
      roles: [],
    })
    expect(await request(nats, getReplicatedProfile, { userId: id })).toBeNull()
    const { items } = await request(nats, getProfilePage, { after: String(id - 1) })
    expect(items.map(({ profile }) => profile.id)).not.toContain(id)
    // the call and the event erase, possibly at the same time
    await vi.waitFor(
      () => expect([new Set(revoked), told]).toEqual([new Set([ada.sid]), expect.arrayContaining([id])]),
      WAIT,
    )

    await vi.waitFor(() => expect(events.of(userDeleted)).toMatchObject([{ userId: id, rev: 3, epoch: 0 }]), WAIT)
    await eventsHandled()
    await vi.waitFor(async () => expect(await tombstones.findOne({ _id: id })).toMatchObject({ outbox: [] }), WAIT)
    expect(JSON.stringify(await tombstones.findOne({ _id: id }))).not.toContain(ada.user.username.toLowerCase())
    expect(await usages.findOne({ _id: `${today}:${ben.user.id}` })).toMatchObject({ ids: [900_001] })
    expect((await fetchAs(ben.identity, ben.user.selfie)).status).toBe(200)
  })

  test('when two deletions are concurrent, both succeed or find the session ended, with one event', async () => {
    const ada = await newUser()
    await confirm(ada)
    const responses = await Promise.all([ada.call(deleteAccount), ada.call(deleteAccount)])
    expect(responses.map(({ status }) => status)).toContain(204)
    for (const { status } of responses) expect([204, 401, 403]).toContain(status)
    await eventsHandled()
    const announced = () => events.of(userDeleted).filter(({ userId }) => userId === ada.user.id)
    await vi.waitFor(() => expect(announced()).toHaveLength(1), WAIT)
    expect(await dataOf(ada.user)).toBe(0)
  })

  test('an operator deletes an account without its password, once', async () => {
    const ada = await newUser()
    expect(await request(nats, deleteUser, { userId: ada.user.id })).toEqual({ isDeleted: true })
    expect(await dataOf(ada.user)).toBe(0)
    for (const userId of [ada.user.id, 999_999])
      expect(await request(nats, deleteUser, { userId })).toEqual({ isDeleted: false })
  })
})

describe('the username', () => {
  async function isFree(username: string): Promise<boolean> {
    return (await anonymous.call(checkUsername, { query: { username } })).status === 200
  }

  test('it stays taken for 30 days in any letter case, and is then forgotten', async () => {
    const ada = await newUser()
    const { username } = ada.details
    expect((await deleteConfirmed(ada)).status).toBe(204)
    for (const name of [username, username.toUpperCase()]) expect(await isFree(name)).toBe(false)
    const refused = await anonymous.call(registerUser, { body: { ...newDetails(), username } })
    expect([refused.status, refused.body.code]).toEqual([409, 'USERNAME_TAKEN'])

    const byId = { _id: ada.user.id }
    await tombstones.updateOne(byId, { $set: { at: new Date(Date.now() - USERNAME_RESERVED_MS + HOUR_MS) } })
    expect(await isFree(username)).toBe(false)
    await tombstones.updateOne(byId, { $set: { at: new Date(Date.now() - USERNAME_RESERVED_MS - 1) } })
    expect(await isFree(username)).toBe(true)
    expect((await anonymous.call(registerUser, { body: { ...newDetails(), username } })).status).toBe(201)
    await restart()
    await vi.waitFor(async () => expect(await tombstones.findOne(byId)).not.toHaveProperty('usernameHash'), WAIT)
  })
})

describe('INV-13 what a fault or a late write leaves', () => {
  test('when a crash ends a deletion after its commit, its event completes it', async () => {
    const ada = await newUser({ selfie: await photo() })
    const entry = {
      id: randomUUID(),
      subject: userDeleted.subject,
      epoch: 0,
      rev: 2,
      at: new Date(),
      payload: { userId: ada.user.id },
    }
    await tombstones.insertOne({ _id: ada.user.id, at: new Date(), needsSweep: true, epoch: 0, outbox: [entry] })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada.user)).toBe(0), WAIT)
    expect((await ada.call(getUser)).status).toBe(401)
  })

  test('late blocks are not stored, and other late writes are erased by the second pass', async () => {
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser()]
    const { id } = ada.user
    const late = [
      await users.findOne({ _id: id }),
      await db.collection('selfies').findOne({ userId: id }),
      await db.collection('sessions').findOne({ userId: id }),
    ] as const
    expect((await deleteConfirmed(ada)).status).toBe(204)
    await eventsHandled()
    await publishEvent(blockCreated, { blockerId: ben.user.id, blockedId: id })
    await eventsHandled()
    expect(await dataOf(ada.user)).toBe(0)

    const [user, selfie, session] = late
    if (!user || !selfie || !session) throw new Error('the account was incomplete')
    await users.insertOne(user)
    await db.collection('selfies').insertOne(selfie)
    await db.collection('sessions').insertOne(session)
    expect(await dataOf(ada.user)).toBe(3)
    await tombstones.updateOne({ _id: id }, { $set: { at: new Date(Date.now() - HOUR_MS) } })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada.user)).toBe(0), WAIT)
    await vi.waitFor(async () => expect(await tombstones.findOne({ _id: id })).not.toHaveProperty('needsSweep'), WAIT)
  })

  test('dead letters that name the user are deleted, others stay', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const letterOf = (text: string) => ({ subject: blockCreated.subject, text, reason: 'malformed', at: new Date() })
    await deadLetters.insertMany([
      letterOf(JSON.stringify({ blockerId: ada.user.id, blockedId: 900_002 })),
      letterOf(JSON.stringify({ blockerId: ben.user.id, blockedId: 900_003 })),
    ])
    expect((await deleteConfirmed(ada)).status).toBe(204)
    const texts = (await deadLetters.find({ text: /90000[23]/ }).toArray()).map(
      ({ text }) => JSON.parse(text).blockedId,
    )
    expect(texts).toEqual([900_003])
  })
})

describe('INV-13 an auth that is killed in the middle of a deletion', () => {
  test.each([
    ['insert', 'tombstones'],
    ['delete', 'users'],
    ['delete', 'hiddenPairs'], // before the photos
  ])('it is completed by the next one: killed at %s %s', { timeout: 90_000 }, async (command, collection) => {
    const own = await setupAuth(ALONE)
    const ada = await own.newUser({ selfie: await photo() })
    await confirm(ada)
    const database = await heldDatabase(own.env.MONGO_URL)
    const port = await freePort()
    const second = forkService(new URL('../../src/main.ts', import.meta.url), {
      ...own.env,
      MONGO_URL: database.url,
      PORT: port,
    })
    const url = `http://127.0.0.1:${port}`
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), WAIT)
    const held = database.holdResponse((bytes) => bytes.includes(command) && bytes.includes(collection))
    const { call } = serviceClient(url, own.env.INTERNAL_TOKEN_SECRET, ada.identity)
    const response = call(deleteAccount).catch(() => {}) // the connection breaks
    await held.arrived
    await second.kill()
    await response
    await restart(own.env)

    await vi.waitFor(async () => {
      const counts = ['users', 'sessions', 'selfies'].map((name) => own.db.collection(name).countDocuments())
      expect(await Promise.all(counts)).toEqual([0, 0, 0])
    }, WAIT)
    await vi.waitFor(() => expect(own.events.of(userDeleted)).toMatchObject([{ userId: ada.user.id }]), WAIT)
    expect((await ada.call(getUser)).status).toBe(401)
  })
})

describe('INV-6 a lost database response', async () => {
  const database = await lossyDatabase()
  const auth = await setupAuth({ ...ALONE, MONGO_URL: database.url })

  test("when a commit's result is lost, the deletion still happens, and can be repeated", async () => {
    const ada = await auth.newUser()
    await confirm(ada)
    database.dropResponseTo('insert', 'tombstones')
    const unknown = await ada.call(deleteAccount)
    expect([unknown.status, unknown.body]).toEqual([503, errors.unavailable().body])
    const again = await ada.call(deleteAccount)
    expect([204, 401, 403]).toContain(again.status) // 401 or 403 if the event was faster
    await vi.waitFor(async () => {
      expect(await auth.db.collection('users').countDocuments()).toBe(0)
      expect(await auth.db.collection('sessions').countDocuments()).toBe(0)
    }, WAIT)
    const { items } = await request(auth.nats, getDeletedUserPage, { after: '' })
    expect(items).toEqual([{ userId: ada.user.id, epoch: 0 }])
  })
})

test('INV-12 a reset deletes the tombstones too, and frees the usernames', async () => {
  const ada = await newUser()
  expect((await deleteConfirmed(ada)).status).toBe(204)
  const { items } = await request(nats, getDeletedUserPage, { after: '' })
  expect(items).toContainEqual({ userId: ada.user.id, epoch: 0 })
  await request(nats, resetOf('auth'), { epoch: 1 })
  expect(await tombstones.countDocuments()).toBe(0)
  expect(await request(nats, getDeletedUserPage, { after: '' })).toEqual({ items: [], next: null })
  expect((await anonymous.call(registerUser, { body: ada.details })).status).toBe(201)
})
