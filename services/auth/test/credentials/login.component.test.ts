import { randomUUID } from 'node:crypto'
import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { expect, test, vi } from 'vitest'
import { PASSWORD, setupAuth } from '../setup-auth.ts'
import { stopClock } from '../stop-clock.ts'

const { env, nats, db, anonymous, newUser, logIn, clientOf } = await setupAuth()
const revoked: unknown[] = []
subscribe(nats, sessionsRevoked, (payload) => revoked.push(payload))

const wrongCredentials = errors.wrongCredentials().body
const isActive = async (sid: string, userId: number) =>
  (await request(nats, getActiveSessions, { sessions: [{ sid, userId }] })).sids.includes(sid)

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  return sid
}

test('SEC-14 each login opens a new session, in any letter case of the username (7.login, V7.2.2, V7.2.3)', async () => {
  const ada = await newUser()
  const response = await logIn(ada.user.username.toUpperCase())
  expect([response.status, response.body]).toEqual([200, ada.user])
  expect(sidOf(response.headers)).toMatch(/^[0-9a-f]{32}$/)
  expect(sidOf(response.headers)).not.toBe(ada.sid)
  expect(await isActive(sidOf(response.headers), ada.user.id)).toBe(true)
  expect(await isActive(ada.sid, ada.user.id)).toBe(true)
})

test('SEC-10 the token is signed with the session secret, not with the internal one', async () => {
  const { token, user } = await newUser()
  const verify = (secret: string) =>
    jwt.verify(token, secret, { algorithms: ['HS256'], issuer: 'zing-auth', audience: 'zing-gateway' })
  expect(verify(env.SESSION_SECRET)).toMatchObject({ sub: String(user.id) })
  expect(() => verify(env.INTERNAL_TOKEN_SECRET)).toThrow('invalid signature')
})

test('SEC-49 an unknown username and a wrong password get the same response', async () => {
  const ada = await newUser()
  const wrong = await logIn(ada.user.username, 'wrong')
  const unknown = await logIn(randomUUID().slice(0, 30), 'wrong')
  expect([wrong.status, wrong.body]).toEqual([401, wrongCredentials])
  expect([unknown.status, unknown.body]).toEqual([401, wrongCredentials])
  const names = (headers: Headers) => [...headers.keys()].toSorted()
  expect(names(unknown.headers)).toEqual(names(wrong.headers))
})

test.each([
  [{ username: '', password: PASSWORD }, 'Username is required'],
  [{ username: 'a b', password: PASSWORD }, 'Invalid username format'],
  [{ username: 'ada', password: '' }, 'Password is required'],
  [{ username: 'ada', password: 'x'.repeat(101) }, 'Password too long'],
  [{}, 'Username is required'],
])('the login %j is rejected with its message (5.login.4)', async (body, message) => {
  const response = await anonymous.call(contract.login, { body })
  expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
})

test.each([{ $ne: null }, { $gt: '' }, { $regex: '.*' }, { $in: ['a'] }, { $nor: [{}] }, ['a'], true, 1, null])(
  'SEC-30 %j is rejected as username and as password',
  async (operator) => {
    const { user } = await newUser()
    for (const body of [
      { username: operator, password: PASSWORD },
      { username: user.username, password: operator },
      { username: operator, password: operator },
    ]) {
      const { status, headers } = await anonymous.call(contract.login, { body })
      expect([status, headers.get(SESSION_HEADER)]).toEqual([400, null])
    }
  },
)

test('SEC-48 guessing at one account is throttled, other accounts and open sessions are not (V6.3.1)', async () => {
  stopClock()
  const [ada, ben] = [await newUser(), await newUser()]
  for (let i = 0; i < 5; i++) expect((await logIn(ada.user.username, `wrong ${i}`)).status).toBe(401)
  const limited = await logIn(ada.user.username.toUpperCase())
  expect([limited.status, limited.body]).toEqual([429, errors.tooManyRequests().body])
  expect(limited.headers.get('retry-after')).toBe('1')

  expect((await ada.call(contract.getUser)).status).toBe(200)
  expect((await logIn(ben.user.username)).status).toBe(200)
  await vi.waitFor(async () => expect((await logIn(ada.user.username)).status).toBe(200), WAIT)
  // the successful login has cleared the failures
  expect((await logIn(ada.user.username, 'wrong')).status).toBe(401)
})

test('SEC-48 when fifty guesses are concurrent, five are checked (V6.3.1)', async () => {
  stopClock()
  const { user } = await newUser()
  const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => logIn(user.username, `wrong ${i}`)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45)
})

test('SEC-48 an unknown username is throttled as a known one', async () => {
  stopClock()
  const name = randomUUID().slice(0, 30)
  for (let i = 0; i < 5; i++) expect((await logIn(name, 'wrong')).status).toBe(401)
  const limited = await logIn(name, 'wrong')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
})

test('SEC-12 a logout deletes the session before the response and publishes the revocation (7.logout, V7.4.1)', async () => {
  const ada = await newUser()
  const other = sidOf((await logIn(ada.user.username)).headers)
  const response = await ada.call(contract.logout)
  expect([response.status, response.headers.get(SESSION_HEADER)]).toEqual([204, SESSION_ENDED])
  expect(await db.collection<{ _id: string }>('sessions').findOne({ _id: ada.sid })).toBeNull()
  expect(await isActive(ada.sid, ada.user.id)).toBe(false)
  expect(await isActive(other, ada.user.id)).toBe(true)
  await vi.waitFor(() => expect(revoked).toContainEqual({ sids: [ada.sid] }), WAIT)
  expect((await ada.call(contract.logout)).status).toBe(204)
})

test('only its own user can check or end a session', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  expect(await isActive(ada.sid, ben.user.id)).toBe(false)
  await clientOf({ userId: ben.user.id, sid: ada.sid }).call(contract.logout)
  expect(await isActive(ada.sid, ada.user.id)).toBe(true)
})

test('SEC-11 an expired session is inactive, even while it is still stored (V7.4.1)', async () => {
  const ada = await newUser()
  const sessions = db.collection<{ _id: string; createdAt: Date; expiresAt: Date }>('sessions')
  const stored = await sessions.findOne({ _id: ada.sid })
  expect(stored).toMatchObject({ userId: ada.user.id, epoch: 0, createdAt: expect.any(Date) })
  expect(Number(stored?.expiresAt) - Number(stored?.createdAt)).toBe(30 * 24 * 60 * 60 * 1_000)
  await sessions.updateOne({ _id: ada.sid }, { $set: { expiresAt: new Date(Date.now() - 1) } })
  expect(await isActive(ada.sid, ada.user.id)).toBe(false)
})

test('SEC-49b a flood of logins delays neither session checks nor registrations', async () => {
  const ada = await newUser()
  let verified = 0
  const flood = Array.from({ length: 50 }, async () => {
    const { status } = await logIn(randomUUID().slice(0, 30), 'wrong')
    expect([401, 503]).toContain(status) // a slow machine does not come to the last ones in time
    if (status === 401) verified += 1
  })
  await vi.waitFor(() => expect(verified).toBeGreaterThan(4), { ...WAIT, interval: 1 }) // the others wait in the queue
  expect(await isActive(ada.sid, ada.user.id)).toBe(true)
  await newUser()
  expect(verified).toBeLessThan(40)
  await Promise.all(flood)
})
