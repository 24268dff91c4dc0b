import { deadlineHeader } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { lossyDatabase } from '@zing/testing/mongo/lossy-database'
import { request } from '@zing/testing/request'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'

import { photo, versionOf } from '../pictures.ts'
import { newDetails, PASSWORD, setupAuth } from '../setup-auth.ts'

const LATE_MS = 2_000
const HOUR_MS = 60 * 60 * 1_000

describe('INV-12', async () => {
  const { nats, db, newUser, logIn, fetchAs } = await setupAuth()

  test('an account written after a reset, which should have deleted it, cannot be used', async () => {
    const ada = await newUser()
    const [users, sessions] = [db.collection('users'), db.collection('sessions')]
    const delayed = [await users.find({}).toArray(), await sessions.find({}).toArray()] as const
    await request(nats, resetOf('auth'), { epoch: 1 })
    await Promise.all([users.insertMany(delayed[0]), sessions.insertMany(delayed[1])])

    expect((await logIn(ada.user.username)).status).toBe(401)
    expect((await fetchAs(ada.identity, '/api/user')).status).toBe(401)
    const sessionsToCheck = [{ sid: ada.sid, userId: ada.user.id }]
    expect(await request(nats, getActiveSessions, { sessions: sessionsToCheck })).toEqual({ sids: [], roles: [] })
  })
})

test('INV-12 a username that a delayed write stored for an account before the reset is available', async () => {
  const { nats, db, anonymous, newUser, logIn } = await setupAuth()
  const ada = await newUser()
  const users = db.collection('users')
  const delayed = await users.find({}).toArray()
  await request(nats, resetOf('auth'), { epoch: 1 })
  await users.insertMany(delayed)

  const { username } = ada.details
  expect((await anonymous.call(contract.checkUsername, { query: { username } })).status).toBe(200)
  const again = await anonymous.call(contract.registerUser, { body: ada.details })
  expect(again.status).toBe(201)
  expect((await logIn(username)).body.id).toBe(again.body.id)
  expect(await users.countDocuments({ usernameKey: username.toLowerCase() })).toBe(1)
})

test('INV-12 a process that has not learned of a reset creates accounts and photos that stay', async () => {
  const { db, newUser, logIn } = await setupAuth()
  const before = await newUser()
  await db.collection<{ _id: string }>('meta').updateOne({ _id: 'epoch' }, { $set: { value: 1 } }, { upsert: true })
  const ada = await newUser({ selfie: await photo() })
  const owned = { userId: ada.user.id }
  expect(await db.collection('selfies').distinct('epoch', owned)).toEqual([1])
  expect(await db.collection('sessions').distinct('epoch', owned)).toEqual([1])
  expect((await logIn(ada.user.username)).status).toBe(200)
  expect((await logIn(before.user.username)).status).toBe(401)
})

test("INV-12 a photo has its owner's epoch, even in a process that has not learned of the reset", async () => {
  const { db, newUser } = await setupAuth()
  const ada = await newUser()
  await db.collection('users').updateOne({ username: ada.user.username }, { $set: { epoch: 1 } })
  await ada.call(contract.updateUser, { body: { selfie: await photo() } })
  expect(await db.collection('selfies').distinct('epoch')).toEqual([1])
})

describe('orphans', async () => {
  const first = await setupAuth()

  test('orphaned photos are deleted at the next start, current and recent ones are kept', async () => {
    const ada = await first.newUser({ selfie: await photo() })
    const ben = await first.newUser({ selfie: await photo() })
    await request(first.nats, resetOf('auth'), { epoch: 1 })
    const eve = await first.newUser({ selfie: await photo() })
    const second = Number((await eve.call(addPhoto, { body: { photo: await photo(20, 20) } })).body.id)

    const selfies = first.db.collection<{ _id: number; createdAt: Date; epoch: number; userId: number }>('selfies')
    const current = { userId: eve.user.id, epoch: 1, createdAt: new Date() }
    const old = new Date(Date.now() - 2 * HOUR_MS)
    const [fresh, replaced, unreferenced, beforeReset] = [9_001, 9_002, 9_003, versionOf(ada.user.selfie)]
    await selfies.updateMany({ userId: eve.user.id }, { $set: { createdAt: old } })
    await selfies.insertMany([
      { ...current, _id: fresh },
      { ...current, _id: replaced, createdAt: old },
      { ...current, _id: unreferenced, createdAt: old, userId: ben.user.id },
      { ...current, _id: beforeReset, epoch: 0 },
    ])

    const restarted = await start(Config.parse(first.env))
    onTestFinished(() => restarted.stop())
    await vi.waitFor(
      async () =>
        expect(new Set(await selfies.distinct('_id'))).toEqual(new Set([versionOf(eve.user.selfie), second, fresh])),
      WAIT,
    )
    expect((await first.fetchAs(eve.identity, eve.user.selfie)).status).toBe(200)
  })
})

describe('INV-6 a lost database response', async () => {
  const database = await lossyDatabase()
  const { anonymous, newUser, logIn, fetchAs, clientOf } = await setupAuth({ MONGO_URL: database.url })

  test('a registration whose database response is lost is stored with its photo', async () => {
    const details = newDetails({ selfie: await photo() })
    database.dropResponseTo('insert', 'usernameKey')
    const unknown = await anonymous.call(contract.registerUser, { body: details })
    expect([unknown.status, unknown.body]).toEqual([503, errors.unavailable().body])

    const user = await vi.waitFor(async () => {
      const { status, body } = await logIn(details.username)
      expect(status).toBe(200)
      return body
    }, WAIT)
    expect((await fetchAs({ userId: user.id, sid: 'any' }, user.selfie)).status).toBe(200)
    expect((await anonymous.call(contract.registerUser, { body: details })).status).toBe(409)
  })

  test('an update whose database response is lost is stored with its photo', async () => {
    const ada = await newUser({ selfie: await photo() })
    database.dropResponseTo('update', 'selfieVersion')
    const unknown = await ada.call(contract.updateUser, { body: { age: 77, selfie: await photo(9, 9) } })
    expect([unknown.status, unknown.body]).toEqual([503, errors.unavailable().body])

    const current = await vi.waitFor(async () => {
      const { status, body } = await clientOf(ada.identity).call(contract.getUser)
      expect(status).toBe(200)
      return body
    }, WAIT)
    expect(current.age).toBe(77)
    expect(current.selfie).not.toBe(ada.user.selfie)
    expect((await fetchAs(ada.identity, current.selfie)).status).toBe(200)
    expect((await fetchAs(ada.identity, ada.user.selfie)).status).toBe(404)
  })

  test('a new photo whose database response is lost is stored, and a retry adds it once', async () => {
    const ada = await newUser()
    const body = { photo: await photo(11, 11) }
    database.dropResponseTo('update', 'digest')
    const unknown = await ada.call(addPhoto, { body })
    expect([unknown.status, unknown.body]).toEqual([503, errors.unavailable().body])

    const again = await vi.waitFor(async () => {
      const response = await ada.call(addPhoto, { body })
      expect(response.status).toBe(201)
      return response.body
    }, WAIT)
    expect((await ada.call(contract.getUser)).body.photos).toEqual([again])
    expect((await fetchAs(ada.identity, again.path)).status).toBe(200)
  })
})

describe('INV-6 a request whose deadline passes while it waits for the database', async () => {
  const database = await heldDatabase(testDatabase())
  const { anonymous, db, newUser, logIn } = await setupAuth({ MONGO_URL: database.url })
  const ada = await newUser()

  /** True for the query of one user: no work in the background sends it. */
  function isQueryOfUsers(command: Buffer): boolean {
    return command.includes('find') && command.includes('users') && command.includes('singleBatch')
  }

  /** Runs the request until its first query, and holds the answer back until the deadline has passed. */
  async function lateCall(call: (headers: Record<string, string>) => Promise<{ status: number }>): Promise<number> {
    const held = database.holdResponse(isQueryOfUsers)
    const response = call({ [DEADLINE_HEADER]: deadlineHeader(performance.now() + LATE_MS) })
    await held.arrived
    const latest = performance.now() + LATE_MS // the header says how much time is left, and the call took some
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(latest), WAIT)
    held.release()
    return (await response).status
  }

  test('an older profile change is not written over a newer one', async () => {
    expect(await lateCall((headers) => ada.call(contract.updateUser, { body: { age: 50 }, headers }))).toBe(503)
    expect((await ada.call(contract.getUser)).body.age).toBe(ada.user.age)
  })

  test('an account is not created', async () => {
    const details = newDetails()
    expect(await lateCall((headers) => anonymous.call(contract.registerUser, { body: details, headers }))).toBe(503)
    expect((await logIn(details.username)).status).toBe(401)
  })

  test('a session is not opened', async () => {
    const sessions = () => db.collection('sessions').countDocuments({ userId: ada.user.id })
    const before = await sessions()
    const body = { username: ada.user.username, password: PASSWORD }
    expect(await lateCall((headers) => anonymous.call(contract.login, { body, headers }))).toBe(503)
    expect(await sessions()).toBe(before)
  })
})
