import { broadcast } from '@zing/kit/nats/broadcast'
import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { ADMIN_SESSION_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { countUsers, getUsername } from '@zing/proto/nats/rpc/auth'
import { countLikes } from '@zing/proto/nats/rpc/social'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { PIN, setupAdmin, WRONG } from '../setup-admin.ts'

const authHandlers = [
  rpcHandler(countUsers, async () => ({ users: 60 })),
  rpcHandler(getUsername, async ({ userId }) => ({ username: userId === 1 ? 'Ada' : userId === 2 ? 'Eve' : null })),
]
const socialHandlers = [rpcHandler(countLikes, async () => ({ matches: 7, likes: 31 }))]

const { newUser, adminSessions, pins, serveRpcAs, startInstance } = await setupAdmin()
const auth = await serveRpcAs('auth', authHandlers)
await serveRpcAs('social', socialHandlers)

const totals = { status: 200, body: { totalUsers: 60, totalMatches: 7, totalLikes: 31 } }
const pinRequired = { status: 403, body: errors.pinNeeded().body }

async function newVerifiedUser(userId?: number, join = newUser) {
  const user = join(userId)
  expect(await user.verify(PIN)).toMatchObject({ status: 200, body: { success: true } })
  return user
}

test('while a service with totals is unavailable, stats are a 503, and correct afterwards', async () => {
  const admin = await setupAdmin()
  await admin.serveRpcAs('auth', authHandlers)
  const ada = await newVerifiedUser(1, admin.newUser)
  expect(await ada.stats()).toMatchObject({
    status: 503,
    body: errors.unavailable().body,
  })
  await admin.serveRpcAs('social', socialHandlers)
  expect(await ada.stats()).toMatchObject(totals)
})

describe('SEC-46 admin sessions', () => {
  test('stats are rejected without the correct PIN (6.admin.3)', async () => {
    const eve = newUser()
    expect(await eve.stats()).toMatchObject(pinRequired)
    await eve.verify(WRONG)
    expect(await eve.stats()).toMatchObject(pinRequired)
  })

  test('it belongs to one session, not to another user or another session of the user', async () => {
    const ada = await newVerifiedUser(77)
    expect(await ada.stats()).toMatchObject(totals)
    expect(await newUser(78).stats()).toMatchObject(pinRequired)
    expect(await newUser(77).stats()).toMatchObject(pinRequired)
  })

  test('it ends after five minutes', async () => {
    const ada = await newVerifiedUser()
    const stored = await adminSessions.findOne({ _id: ada.sid })
    const leftMs = (stored?.expiresAt.getTime() ?? 0) - Date.now()
    expect(leftMs).toBeLessThanOrEqual(ADMIN_SESSION_MS)
    expect(leftMs).toBeGreaterThan(ADMIN_SESSION_MS - 60_000)
    await adminSessions.updateOne({ _id: ada.sid }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect(await ada.stats()).toMatchObject(pinRequired)
    expect(await ada.reset(PIN)).toMatchObject(pinRequired)
  })

  test('it ends with its session', async () => {
    const [ada, ben] = [await newVerifiedUser(), await newVerifiedUser()]
    broadcast(auth, sessionsRevoked, { sids: [ada.sid] })
    await vi.waitFor(async () => expect(await ada.stats()).toMatchObject(pinRequired), WAIT)
    expect(await ben.stats()).toMatchObject(totals)
    broadcast(auth, sessionsRevoked, { sids: null })
    await vi.waitFor(async () => expect(await ben.stats()).toMatchObject(pinRequired), WAIT)
  })
})

describe('ADMIN_USERNAMES', async () => {
  const { newUser: newRestrictedUser } = await startInstance({ ADMIN_USERNAMES: 'bob, ADA' })

  test('a user named in ADMIN_USERNAMES can use the panel', async () => {
    const ada = newRestrictedUser(1)
    expect((await ada.verify(PIN)).body).toEqual({ success: true })
    expect(await ada.stats()).toMatchObject(totals)
  })

  test.each([2, 3])('a user outside ADMIN_USERNAMES is rejected everywhere and uses no attempt', async (userId) => {
    const before = await pins.findOne({})
    const eve = newRestrictedUser(userId)
    const notAllowed = { status: 403, body: errors.notAllowed().body }
    expect(await eve.verify(PIN)).toMatchObject(notAllowed)
    expect(await eve.stats()).toMatchObject(notAllowed)
    expect(await eve.reset(PIN)).toMatchObject(notAllowed)
    expect(await pins.findOne({})).toEqual(before)
  })
})
