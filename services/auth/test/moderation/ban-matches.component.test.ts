import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import { registerUser, updateUser } from '@zing/proto/http/auth'
import { BAN_RECORD_MS } from '@zing/proto/limits'
import type { Recognition } from '@zing/proto/moderation/recognition'
import { sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { reportBanMatch } from '@zing/proto/nats/rpc/admin'
import { deleteUser, getProfileEvidence } from '@zing/proto/nats/rpc/auth'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { dataUrl, drawn } from '../pictures.ts'
import { newDetails, setupAuth } from '../setup-auth.ts'

const { env, nats, db, anonymous, newUser, publishEvent, eventsHandled } = await setupAuth()
type User = Awaited<ReturnType<typeof newUser>>
type Match = RpcInput<typeof reportBanMatch>

/** The matches that admin received. */
const reported: Match[] = []
let isAdminAway = false
const admin = connectNats(env.NATS_URL, 'admin', createLog('admin', 'silent'))
serveRpc(admin, 'admin', [
  rpcHandler(reportBanMatch, async (match) => {
    if (isAdminAway) throw errors.unavailable()
    reported.push(match)
    return { isStored: true }
  }),
])
await (await admin.connection).flush()
afterTestOrFile(() => admin.drain())

const records = db.collection<{ _id: number; bannedUserId: number; expiresAt: Date }>('banRecords')
const matches = db.collection<{ _id: string; userId: number }>('banMatches')
const of = ({ user }: User) => reported.filter(({ userId }) => userId === user.id)

let decisions = 0
async function ban({ user }: Pick<User, 'user'>, recognition?: Recognition) {
  decisions += 1
  const event = { userId: user.id, decisionId: decisions, action: 'ban' as const, reason: 'scam' as const }
  const taken = { ...event, text: null, field: null, until: null, ...(recognition && { recognition }) }
  await publishEvent(sanctionImposed, taken, { at: new Date().toISOString() })
  await eventsHandled()
  return taken
}

/** The data that admin stores when the user is reported. */
async function recognitionOf({ user }: User): Promise<Recognition> {
  const { recognition } = (await request(nats, getProfileEvidence, { userId: user.id })) ?? {}
  if (!recognition) throw new Error('no recognition')
  return recognition
}

/** Creates a banned user with this photo. */
async function newBanned(seed: number) {
  const banned = await newUser({ selfie: dataUrl(await drawn(seed).jpeg().toBuffer()) })
  const { decisionId } = await ban(banned)
  return { ...banned, decisionId }
}

/** Resolves when auth has reported all matches. */
async function allReported(): Promise<void> {
  await vi.waitFor(async () => expect(await matches.countDocuments()).toBe(0), WAIT)
}

test("SEC-145 a sign-up with a banned user's photo, even edited, succeeds and is reported", async () => {
  const banned = await newBanned(1)
  const variants = [
    drawn(1).jpeg(),
    drawn(1).resize(120).jpeg({ quality: 60 }),
    drawn(1).flop().webp(),
    drawn(1).linear(1.1).png(),
    drawn(1).rotate(90).jpeg(),
    drawn(1).extract({ left: 9, top: 12, width: 162, height: 216 }).jpeg(),
    drawn(1).extend({ top: 20, bottom: 20, left: 20, right: 20, background: 'white' }).jpeg(),
  ]
  for (const variant of variants) {
    const again = await newUser({ selfie: dataUrl(await variant.toBuffer()) })
    await allReported()
    expect(of(again)).toEqual([
      {
        matchId: `${again.user.id}:${banned.decisionId}:photo`,
        userId: again.user.id,
        sign: 'photo',
        bannedUserId: banned.user.id,
        decisionId: banned.decisionId,
        epoch: 0,
      },
    ])
  }
})

test("when an account changes to a banned user's photo, it is reported; other photos are not", async () => {
  const banned = await newBanned(2)
  const [ada, ben] = [await newUser({ selfie: dataUrl(await drawn(3).jpeg().toBuffer()) }), await newUser()]
  const { status } = await ben.call(updateUser, { body: { selfie: dataUrl(await drawn(2).jpeg().toBuffer()) } })
  expect(status).toBe(200)
  await allReported()
  expect(of(ben)).toMatchObject([{ sign: 'photo', decisionId: banned.decisionId }])
  expect(of(ada)).toEqual([])
})

test("when a banned user's account is deleted, its photo and free username are still recognised", async () => {
  const banned = await newBanned(4)
  const { username } = banned.user
  await request(nats, deleteUser, { userId: banned.user.id })
  const record = await records.findOne({ _id: banned.decisionId })
  expect(record?.bannedUserId).toBe(banned.user.id)
  const inAYear = Date.now() + BAN_RECORD_MS
  expect(Math.abs(Number(record?.expiresAt) - inAYear)).toBeLessThan(60_000)
  expect(JSON.stringify(record)).not.toContain(username)

  await db.collection<{ _id: number }>('tombstones').updateOne({ _id: banned.user.id }, { $set: { at: new Date(0) } })
  const again = await newUser({ username: username.toUpperCase(), selfie: dataUrl(await drawn(4).jpeg().toBuffer()) })
  await allReported()
  expect(
    of(again)
      .map(({ sign }) => sign)
      .toSorted(),
  ).toEqual(['photo', 'username'])
})

test('SEC-145 a reported photo is recognised even if the user replaced it before the ban', async () => {
  const banned = await newUser({ selfie: dataUrl(await drawn(11).jpeg().toBuffer()) })
  const recognition = await recognitionOf(banned)
  await banned.call(updateUser, { body: { selfie: dataUrl(await drawn(12).jpeg().toBuffer()) } })
  const { decisionId } = await ban(banned, recognition)
  for (const seed of [11, 12]) {
    const again = await newUser({ selfie: dataUrl(await drawn(seed).jpeg().toBuffer()) })
    await allReported()
    expect(of(again)).toMatchObject([{ sign: 'photo', decisionId }])
  }
})

test('SEC-145 when an account is deleted before its ban, it is recognised until the lift', async () => {
  const gone = await newUser({ selfie: dataUrl(await drawn(13).jpeg().toBuffer()) })
  const recognition = await recognitionOf(gone)
  await request(nats, deleteUser, { userId: gone.user.id })
  const { until: _, recognition: __, ...event } = await ban(gone, recognition)
  await db.collection<{ _id: number }>('tombstones').updateOne({ _id: gone.user.id }, { $set: { at: new Date(0) } })
  const { username } = gone.user
  const again = await newUser({ username, selfie: dataUrl(await drawn(13).jpeg().toBuffer()) })
  await allReported()
  expect(new Set(of(again).map(({ sign, bannedUserId }) => `${sign} ${bannedUserId}`))).toEqual(
    new Set([`photo ${gone.user.id}`, `username ${gone.user.id}`]),
  )
  await publishEvent(sanctionLifted, event, { at: new Date(Date.now() + 1_000).toISOString() })
  await eventsHandled()
  expect(await records.countDocuments({ _id: event.decisionId })).toBe(0)
})

test('when a ban is lifted, its record is deleted, and a repeated event does not restore it', async () => {
  const banned = await newUser({ selfie: dataUrl(await drawn(5).jpeg().toBuffer()) })
  const { until: _, ...event } = await ban(banned)
  const at = new Date(Date.now() + 1_000).toISOString()
  await publishEvent(sanctionLifted, event, { at })
  await publishEvent(sanctionImposed, { ...event, until: null }, { at: new Date(0).toISOString() })
  await eventsHandled()
  expect(await records.countDocuments({ _id: event.decisionId })).toBe(0)
  const again = await newUser({ selfie: dataUrl(await drawn(5).jpeg().toBuffer()) })
  expect(await matches.countDocuments({ userId: again.user.id })).toBe(0)
})

test('when a lifted ban is imposed again, its record survives a repeat of the lift', async () => {
  const banned = await newUser({ selfie: dataUrl(await drawn(10).jpeg().toBuffer()) })
  const { until, ...event } = await ban(banned)
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const [lifted, again] = [at(1), at(2)]
  await publishEvent(sanctionLifted, event, { at: lifted })
  await publishEvent(sanctionImposed, { ...event, until }, { at: again })
  await publishEvent(sanctionLifted, event, { at: lifted })
  await eventsHandled()
  expect(await records.countDocuments({ _id: event.decisionId })).toBe(1)
})

test('when a record has expired, it has no effect', async () => {
  const banned = await newBanned(6)
  await records.updateOne({ _id: banned.decisionId }, { $set: { expiresAt: new Date() } })
  const again = await newUser({ selfie: dataUrl(await drawn(6).jpeg().toBuffer()) })
  expect(await matches.countDocuments({ userId: again.user.id })).toBe(0)
})

test('when admin is unavailable, sign-ups succeed, and admin receives their matches later', async () => {
  const banned = await newBanned(7)
  isAdminAway = true
  const again = await newUser({ selfie: dataUrl(await drawn(7).jpeg().toBuffer()) })
  await vi.waitFor(async () => expect(await matches.countDocuments({ userId: again.user.id })).toBe(1), WAIT)
  isAdminAway = false
  await vi.waitFor(() => expect(of(again)).toMatchObject([{ decisionId: banned.decisionId }]), WAIT)
  await allReported()
})

test('when a sign-up is refused, it reports no account', async () => {
  const banned = await newBanned(8)
  const taken = await newUser()
  const selfie = dataUrl(await drawn(8).jpeg().toBuffer())
  const details = newDetails({ username: taken.user.username, selfie })
  const before = reported.length
  await expect(newUser(details)).rejects.toThrow()
  const again = await newUser({ selfie })
  await vi.waitFor(() => expect(of(again)).toHaveLength(1), WAIT)
  expect(reported.slice(before).map(({ userId }) => userId)).toEqual([again.user.id])
  expect(banned.decisionId).toBe(of(again)[0]?.decisionId)
})

test('when a registration loses its username to a concurrent one, it leaves nothing to report', async () => {
  await newBanned(20)
  const details = newDetails({ selfie: dataUrl(await drawn(20).jpeg().toBuffer()) })
  const attempts = await Promise.all([1, 2].map(() => anonymous.call(registerUser, { body: details })))
  expect(attempts.map(({ status }) => status).toSorted()).toEqual([201, 409])
  await allReported()
})

test('many waiting matches do not delay another match', async () => {
  const banned = await newBanned(21)
  const waiting = Array.from({ length: 25 }, (_, index) => ({ _id: `0${index}:0:photo`, userId: 900_000 + index }))
  await matches.insertMany(
    waiting.map((match) => ({ ...match, decisionId: 0, sign: 'photo', at: new Date(), epoch: 0 })),
  )
  const again = await newUser({ selfie: dataUrl(await drawn(21).jpeg().toBuffer()) })
  await vi.waitFor(() => expect(of(again)).toMatchObject([{ decisionId: banned.decisionId }]), WAIT)
  expect(await matches.countDocuments({ decisionId: 0 })).toBe(25)
  await matches.deleteMany({ decisionId: 0 })
})

test("an erasure deletes the new account's matches, and a reset deletes all records", async () => {
  const banned = await newBanned(9)
  isAdminAway = true
  const again = await newUser({ selfie: dataUrl(await drawn(9).jpeg().toBuffer()) })
  await request(nats, deleteUser, { userId: again.user.id })
  expect(await matches.countDocuments({ userId: again.user.id })).toBe(0)
  isAdminAway = false

  expect(await records.countDocuments({ _id: banned.decisionId })).toBe(1)
  await request(nats, resetOf('auth'), { epoch: 1 })
  expect([await records.countDocuments(), await matches.countDocuments()]).toEqual([0, 0])
})
