import { randomUUID } from 'node:crypto'
import { subscribe } from '@zing/kit/nats/broadcast'
import { request } from '@zing/kit/nats/rpc'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getLiveSessions } from '@zing/proto/nats/rpc'
import jwt from 'jsonwebtoken'
import { expect, test, vi } from 'vitest'
import { PASSWORD, soon, startAuth } from './setup-auth.ts'

const { env, nats, db, visitor, join, logIn, clientOf } = await startAuth()
const revoked: unknown[] = []
subscribe(nats, sessionsRevoked, (payload) => revoked.push(payload))

const refused = { message: messages.wrongCredentials }
const isLive = async (sid: string, userId: number) =>
  (await request(nats, getLiveSessions, { sessions: [{ sid, userId }] })).sids.includes(sid)

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // the answer of a login carries one
  return sid
}

test('SEC-14 opens a new session each time, whatever the case of the name', async () => {
  const ada = await join()
  const answer = await logIn(ada.user.username.toUpperCase())
  expect([answer.status, answer.body]).toEqual([200, ada.user])
  expect(sidOf(answer.headers)).toMatch(/^[0-9a-f]{32}$/)
  expect(sidOf(answer.headers)).not.toBe(ada.sid)
  expect(await isLive(sidOf(answer.headers), ada.user.id)).toBe(true)
  expect(await isLive(ada.sid, ada.user.id)).toBe(true)
})

test('SEC-10 the token is signed with the secret of sessions, and with no other', async () => {
  const { token, user } = await join()
  const verify = (secret: string) =>
    jwt.verify(token, secret, { algorithms: ['HS256'], issuer: 'zing-auth', audience: 'zing-gateway' })
  expect(verify(env.SESSION_SECRET)).toMatchObject({ sub: String(user.id) })
  expect(() => verify(env.INTERNAL_TOKEN_SECRET)).toThrow('invalid signature')
})

test('SEC-49 answers byte for byte alike for an unknown name and a wrong password', async () => {
  const ada = await join()
  const wrong = await logIn(ada.user.username, 'wrong')
  const unknown = await logIn(randomUUID().slice(0, 30), 'wrong')
  expect([wrong.status, wrong.body]).toEqual([401, refused])
  expect([unknown.status, unknown.body]).toEqual([401, refused])
  const names = (headers: Headers) => [...headers.keys()].toSorted()
  expect(names(unknown.headers)).toEqual(names(wrong.headers))
})

test.each([
  [{ username: '', password: PASSWORD }, 'Username is required'],
  [{ username: 'a b', password: PASSWORD }, 'Invalid username format'],
  [{ username: 'ada', password: '' }, 'Password is required'],
  [{ username: 'ada', password: 'x'.repeat(101) }, 'Password too long'],
  [{}, 'Username is required'],
])('%j is refused with its text', async (body, message) => {
  const answer = await visitor.call(contract.login, { body })
  expect([answer.status, answer.body]).toEqual([400, { message }])
})

test.each([{ $ne: null }, { $gt: '' }, { $regex: '.*' }, { $in: ['a'] }, { $nor: [{}] }, ['a'], true, 1, null])(
  'SEC-30 %j signs nobody in',
  async (operator) => {
    const { user } = await join()
    for (const body of [
      { username: operator, password: PASSWORD },
      { username: user.username, password: operator },
      { username: operator, password: operator },
    ]) {
      const { status, headers } = await visitor.call(contract.login, { body })
      expect([status, headers.get(SESSION_HEADER)]).toEqual([400, null])
    }
  },
)

test('SEC-48 guessing at one account is slowed down, others are not, and open sessions go on', async () => {
  const [ada, ben] = [await join(), await join()]
  for (let i = 0; i < 5; i++) expect((await logIn(ada.user.username, `wrong ${i}`)).status).toBe(401)
  const limited = await logIn(ada.user.username.toUpperCase())
  expect([limited.status, limited.body]).toEqual([429, { message: messages.tooManyRequests }])
  expect(limited.headers.get('retry-after')).toBe('1')

  expect((await ada.call(contract.getUser)).status).toBe(200)
  expect((await logIn(ben.user.username)).status).toBe(200)
  await vi.waitFor(async () => expect((await logIn(ada.user.username)).status).toBe(200), soon)
  // and with that everything is forgotten
  expect((await logIn(ada.user.username, 'wrong')).status).toBe(401)
})

test('SEC-48 fifty guesses at once are five', async () => {
  const { user } = await join()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => logIn(user.username, `wrong ${i}`)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45)
})

test('SEC-48 a name that nobody has is limited in the same way', async () => {
  const name = randomUUID().slice(0, 30)
  for (let i = 0; i < 5; i++) expect((await logIn(name, 'wrong')).status).toBe(401)
  const limited = await logIn(name, 'wrong')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
})

test('SEC-12 logging out ends this session in the database before the answer, and tells everybody', async () => {
  const ada = await join()
  const other = sidOf((await logIn(ada.user.username)).headers)
  const answer = await ada.call(contract.logout)
  expect([answer.status, answer.headers.get(SESSION_HEADER)]).toEqual([204, SESSION_ENDED])
  expect(await db.collection<{ _id: string }>('sessions').findOne({ _id: ada.sid })).toBeNull()
  expect(await isLive(ada.sid, ada.user.id)).toBe(false)
  expect(await isLive(other, ada.user.id)).toBe(true)
  await vi.waitFor(() => expect(revoked).toContainEqual({ sids: [ada.sid] }), soon)
  expect((await ada.call(contract.logout)).status).toBe(204)
})

test('a session is only its own person’s, to ask about and to end', async () => {
  const [ada, ben] = [await join(), await join()]
  expect(await isLive(ada.sid, ben.user.id)).toBe(false)
  await clientOf({ userId: ben.user.id, sid: ada.sid }).call(contract.logout)
  expect(await isLive(ada.sid, ada.user.id)).toBe(true)
})

test('SEC-11 a session past its end is not live, even while its row is still there', async () => {
  const ada = await join()
  const sessions = db.collection<{ _id: string; createdAt: Date; expiresAt: Date }>('sessions')
  const row = await sessions.findOne({ _id: ada.sid })
  expect(row).toMatchObject({ userId: ada.user.id, epoch: 0, createdAt: expect.any(Date) })
  expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(30 * 24 * 60 * 60 * 1_000)
  await sessions.updateOne({ _id: ada.sid }, { $set: { expiresAt: new Date(Date.now() - 1) } })
  expect(await isLive(ada.sid, ada.user.id)).toBe(false)
})
