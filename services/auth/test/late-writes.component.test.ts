import { request } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { getLiveSessions, resetOf } from '@zing/proto/nats/rpc'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import { lossyDatabase } from './lossy-database.ts'
import { photo, versionOf } from './pictures.ts'
import { detailsOf, soon, startAuth } from './setup-auth.ts'

const HOUR_MS = 60 * 60 * 1_000

describe('INV-12', async () => {
  const { nats, db, join, logIn, fetchAs } = await startAuth()

  test('an account that was written only after the reset that should have deleted it does not come to life', async () => {
    const ada = await join()
    const [users, sessions] = [db.collection('users'), db.collection('sessions')]
    const late = [await users.find({}).toArray(), await sessions.find({}).toArray()] as const
    await request(nats, resetOf('auth'), { epoch: 1 }, 5_000)
    await Promise.all([users.insertMany(late[0]), sessions.insertMany(late[1])])

    expect((await logIn(ada.user.username)).status).toBe(401)
    expect((await fetchAs(ada.identity, '/api/user')).status).toBe(401)
    const asked = [{ sid: ada.sid, userId: ada.user.id }]
    expect(await request(nats, getLiveSessions, { sessions: asked })).toEqual({ sids: [] })
  })
})

describe('orphans', async () => {
  const first = await startAuth()

  test('what a crash has left behind is deleted at the next start, and what is shown or fresh stays', async () => {
    const ada = await first.join({ selfie: await photo() })
    const ben = await first.join({ selfie: await photo() })
    await request(first.nats, resetOf('auth'), { epoch: 1 }, 5_000)
    const eve = await first.join({ selfie: await photo() })

    const selfies = first.db.collection<{ _id: number; createdAt: Date; epoch: number; userId: number }>('selfies')
    const shown = { userId: eve.user.id, epoch: 1, createdAt: new Date() }
    const old = new Date(Date.now() - 2 * HOUR_MS)
    const [fresh, replaced, nobodys, beforeReset] = [9_001, 9_002, 9_003, versionOf(ada.user.selfie)]
    await selfies.updateOne({ _id: versionOf(eve.user.selfie) }, { $set: { createdAt: old } })
    await selfies.insertMany([
      { ...shown, _id: fresh },
      { ...shown, _id: replaced, createdAt: old },
      { ...shown, _id: nobodys, createdAt: old, userId: ben.user.id },
      { ...shown, _id: beforeReset, epoch: 0 },
    ])

    const again = await start(Config.parse(first.env))
    onTestFinished(() => again.stop())
    await vi.waitFor(
      async () => expect(await selfies.distinct('_id')).toEqual([versionOf(eve.user.selfie), fresh]),
      soon,
    )
    expect((await first.fetchAs(eve.identity, eve.user.selfie)).status).toBe(200)
  })
})

describe('INV-6 when the answer of the database gets lost', async () => {
  const database = await lossyDatabase()
  const { visitor, join, logIn, fetchAs, clientOf } = await startAuth({ MONGO_URL: database.url })
  const answered = { timeout: 15_000, interval: 100 }

  test('a registration may have happened, and then it happened whole', async () => {
    const details = detailsOf({ selfie: await photo() })
    database.loseAnswerTo('insert', 'usernameKey')
    const unknown = await visitor.call(contract.registerUser, { body: details })
    expect([unknown.status, unknown.body]).toEqual([503, { message: messages.unavailable }])

    const user = await vi.waitFor(async () => {
      const { status, body } = await logIn(details.username)
      expect(status).toBe(200)
      return body
    }, answered)
    expect((await fetchAs({ userId: user.id, sid: 'any' }, user.selfie)).status).toBe(200)
    expect((await visitor.call(contract.registerUser, { body: details })).status).toBe(409)
  })

  test('a change may have happened, and then with its photo', async () => {
    const ada = await join({ selfie: await photo() })
    database.loseAnswerTo('update', 'selfieVersion')
    const unknown = await ada.call(contract.updateUser, { body: { age: 77, selfie: await photo(9, 9) } })
    expect([unknown.status, unknown.body]).toEqual([503, { message: messages.unavailable }])

    const now = await vi.waitFor(async () => {
      const { status, body } = await clientOf(ada.identity).call(contract.getUser)
      expect(status).toBe(200)
      return body
    }, answered)
    expect(now.age).toBe(77)
    expect(now.selfie).not.toBe(ada.user.selfie)
    expect((await fetchAs(ada.identity, now.selfie)).status).toBe(200)
    expect((await fetchAs(ada.identity, ada.user.selfie)).status).toBe(404)
  })
})
