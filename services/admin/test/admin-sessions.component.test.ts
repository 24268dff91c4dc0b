import { broadcast } from '@zing/kit/nats/broadcast'
import { rpcHandler } from '@zing/kit/nats/rpc'
import { ADMIN_SESSION_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { countLikes, countUsers, getUsername } from '@zing/proto/nats/rpc'
import { describe, expect, test, vi } from 'vitest'
import { PIN, soon, startAdmin, WRONG } from './setup-admin.ts'

const { join, grants, pins, answerAs, startProcess } = await startAdmin()
const auth = await answerAs('auth', [
  rpcHandler(countUsers, async () => ({ users: 60 })),
  rpcHandler(getUsername, async ({ userId }) => ({ username: userId === 1 ? 'Ada' : userId === 2 ? 'Eve' : null })),
])

const totals = { status: 200, body: { totalUsers: 60, totalMatches: 7, totalLikes: 31 } }
const noGrant = { status: 403, body: { message: 'Please enter the PIN first' } }

async function verified(userId?: number) {
  const person = join(userId)
  expect(await person.verify(PIN)).toMatchObject({ status: 200, body: { success: true } })
  return person
}

test('totals are a 503 while one of those who know them is away, and right when they are back', async () => {
  const ada = await verified()
  expect(await ada.stats()).toMatchObject({
    status: 503,
    body: { message: 'Service temporarily unavailable. Please try again.' },
  })
  await answerAs('social', [rpcHandler(countLikes, async () => ({ matches: 7, likes: 31 }))])
  expect(await ada.stats()).toMatchObject(totals)
})

describe('SEC-46 the PIN opens the panel', () => {
  test('to nobody who has not entered it, or not rightly', async () => {
    const eve = join()
    expect(await eve.stats()).toMatchObject(noGrant)
    await eve.verify(WRONG)
    expect(await eve.stats()).toMatchObject(noGrant)
  })

  test('to this session: to nobody else, and to no other session of the same person', async () => {
    const ada = await verified(77)
    expect(await ada.stats()).toMatchObject(totals)
    expect(await join(78).stats()).toMatchObject(noGrant)
    expect(await join(77).stats()).toMatchObject(noGrant)
  })

  test('for five minutes', async () => {
    const ada = await verified()
    const stored = await grants.findOne({ _id: ada.sid })
    const leftMs = (stored?.expiresAt.getTime() ?? 0) - Date.now()
    expect(leftMs).toBeLessThanOrEqual(ADMIN_SESSION_MS)
    expect(leftMs).toBeGreaterThan(ADMIN_SESSION_MS - 60_000)
    await grants.updateOne({ _id: ada.sid }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect(await ada.stats()).toMatchObject(noGrant)
    expect(await ada.reset(PIN)).toMatchObject(noGrant)
  })

  test('until the session ends', async () => {
    const [ada, ben] = [await verified(), await verified()]
    broadcast(auth, sessionsRevoked, { sids: [ada.sid] })
    await vi.waitFor(async () => expect(await ada.stats()).toMatchObject(noGrant), soon)
    expect(await ben.stats()).toMatchObject(totals)
    broadcast(auth, sessionsRevoked, { sids: null })
    await vi.waitFor(async () => expect(await ben.stats()).toMatchObject(noGrant), soon)
  })
})

describe('where administrators are named', async () => {
  const { join: joinThere } = await startProcess({ ADMIN_USERNAMES: 'bob, ADA' })

  test('they get in', async () => {
    const ada = joinThere(1)
    expect((await ada.verify(PIN)).body).toEqual({ success: true })
    expect(await ada.stats()).toMatchObject(totals)
  })

  test.each([2, 3])('the others are turned away everywhere, and burn no attempt', async (userId) => {
    const before = await pins.findOne({})
    const eve = joinThere(userId)
    const refusal = { status: 403, body: { message: 'Not allowed' } }
    expect(await eve.verify(PIN)).toMatchObject(refusal)
    expect(await eve.stats()).toMatchObject(refusal)
    expect(await eve.reset(PIN)).toMatchObject(refusal)
    expect(await pins.findOne({})).toEqual(before)
  })
})
