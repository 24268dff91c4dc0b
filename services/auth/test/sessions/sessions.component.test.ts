import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { LOGINS_PER_HOUR, SESSIONS_PER_USER } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { expect, test, vi } from 'vitest'
import { newDetails, PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, newUser, logIn, clientOf } = await setupAuth()
const strict = await setupAuth({ RATE_PROFILE: 'strict' })
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  return sid
}

async function activeOf(userId: number, sids: string[]): Promise<string[]> {
  return (await request(nats, getActiveSessions, { sessions: sids.map((sid) => ({ sid, userId })) })).sids
}

test('a user keeps the newest 20 sessions; auth publishes the revocation of the others', async () => {
  const ada = await newUser()
  const sids = [ada.sid]
  for (let i = 0; i < SESSIONS_PER_USER + 1; i++) sids.push(sidOf((await logIn(ada.user.username)).headers))

  expect((await activeOf(ada.user.id, sids)).toSorted()).toEqual(sids.slice(2).toSorted())
  expect(await db.collection('sessions').countDocuments({ userId: ada.user.id })).toBe(SESSIONS_PER_USER)
  await vi.waitFor(() => expect(revoked).toEqual(expect.arrayContaining(sids.slice(0, 2))), WAIT)
  expect(revoked.filter((sid) => sids.slice(2).includes(sid))).toEqual([])
})

test('concurrent logins leave 20 sessions too', async () => {
  const ada = await newUser()
  for (let i = 0; i < SESSIONS_PER_USER - 1; i++) await logIn(ada.user.username)
  const logins = await Promise.all([1, 2, 3, 4].map(() => logIn(ada.user.username)))
  expect(logins.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await db.collection('sessions').countDocuments({ userId: ada.user.id })).toBe(SESSIONS_PER_USER)
})

test('SEC-14 a login or registration with a session ends that session and no other (V7.2.4)', async () => {
  const ada = await newUser()
  const other = sidOf((await logIn(ada.user.username)).headers)
  const client = clientOf(ada.identity)

  const failed = await client.call(contract.login, { body: { username: ada.user.username, password: 'wrong' } })
  expect([failed.status, await activeOf(ada.user.id, [ada.sid])]).toEqual([401, [ada.sid]])

  const again = await client.call(contract.login, { body: { username: ada.user.username, password: PASSWORD } })
  const sid = sidOf(again.headers)
  expect(again.status).toBe(200)
  expect((await activeOf(ada.user.id, [ada.sid, sid, other])).toSorted()).toEqual([sid, other].toSorted())
  await vi.waitFor(() => expect(revoked).toContain(ada.sid), WAIT)

  const registered = await clientOf({ userId: ada.user.id, sid }).call(contract.registerUser, { body: newDetails() })
  expect(registered.status).toBe(201)
  expect(await activeOf(ada.user.id, [sid, other])).toEqual([other])
  await vi.waitFor(() => expect(revoked).toContain(sid), WAIT)
})

test('a session named by another user is neither ended nor reported as ended', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  const foreign = clientOf({ userId: ben.user.id, sid: ada.sid })
  await foreign.call(contract.logout)
  await foreign.call(contract.login, { body: { username: ben.user.username, password: PASSWORD } })
  await ben.call(contract.logout)
  await vi.waitFor(() => expect(revoked).toContain(ben.sid), WAIT)
  expect([revoked.includes(ada.sid), await activeOf(ada.user.id, [ada.sid])]).toEqual([false, [ada.sid]])
})

test('an account has 20 successful logins an hour; failed logins and other accounts do not count', async () => {
  const [ada, ben] = [await strict.newUser(), await strict.newUser()]
  for (let i = 0; i < LOGINS_PER_HOUR - 2; i++) expect((await strict.logIn(ada.user.username)).status).toBe(200)
  for (let i = 0; i < 3; i++) expect((await strict.logIn(ada.user.username, 'wrong')).status).toBe(401)
  expect((await strict.logIn(ada.user.username)).status).toBe(200)
  const concurrent = await Promise.all([1, 2, 3, 4].map(() => strict.logIn(ada.user.username)))
  expect(concurrent.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429])

  const rejected = await strict.logIn(ada.user.username)
  expect([rejected.status, rejected.body]).toEqual([429, errors.tooManyRequests().body])
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await ada.call(contract.getUser)).status).toBe(200)
  expect((await strict.logIn(ben.user.username)).status).toBe(200)

  const users = strict.db.collection<{ _id: number; recentLogins: number[] }>('users')
  const { recentLogins = [] } = (await users.findOne({ _id: ada.user.id })) ?? {}
  expect(recentLogins).toHaveLength(LOGINS_PER_HOUR)
  const [oldest = 0, ...newer] = recentLogins
  for (let i = 0; i < 8; i++) expect((await strict.logIn(ada.user.username, 'wrong')).status).toBe(429) // auth does not check them
  const hourOld = [oldest - 60 * 60 * 1_000, ...newer]
  await users.updateOne({ _id: ada.user.id }, { $set: { recentLogins: hourOld } })
  expect((await strict.logIn(ada.user.username)).status).toBe(200)
  expect((await strict.logIn(ada.user.username)).status).toBe(429)
})
