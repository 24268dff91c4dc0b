import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { SESSION_HEADER } from '@zing/proto/headers'
import { changePassword } from '@zing/proto/http/account'
import { getUser, login, registerUser, updateUser } from '@zing/proto/http/auth'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { expect, test, vi } from 'vitest'
import { hashPassword } from '../../src/credentials/passwords.ts'
import { newDetails, PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, anonymous, newUser, logIn, clientOf } = await setupAuth()
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))

const NEW_PASSWORD = 'battery staple'
const wrongPassword = errors.wrongPassword().body
const commonPassword = errors.commonPassword().body
type User = Awaited<ReturnType<typeof newUser>>

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  return sid
}

function change({ call }: Pick<User, 'call'>, currentPassword: string, newPassword = NEW_PASSWORD) {
  return call(changePassword, { body: { currentPassword, newPassword } })
}

async function activeOf(userId: number, sids: string[]): Promise<string[]> {
  return (await request(nats, getActiveSessions, { sessions: sids.map((sid) => ({ sid, userId })) })).sids
}

test("a password change ends all other sessions of the user, and no other user's (V6.2.2, V7.4.3)", async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  const others = [sidOf((await logIn(ada.user.username)).headers), sidOf((await logIn(ada.user.username)).headers)]

  const changed = await change(ada, PASSWORD)
  expect([changed.status, changed.body]).toEqual([204, undefined])
  expect(await activeOf(ada.user.id, [ada.sid, ...others])).toEqual([ada.sid])
  expect(await activeOf(ben.user.id, [ben.sid])).toEqual([ben.sid])
  await vi.waitFor(() => expect(revoked).toEqual(expect.arrayContaining(others)), WAIT)
  expect([revoked.includes(ada.sid), revoked.includes(ben.sid)]).toEqual([false, false])

  expect((await logIn(ada.user.username, PASSWORD)).status).toBe(401)
  expect((await logIn(ada.user.username, NEW_PASSWORD)).status).toBe(200)
  const stored = await db.collection('users').findOne({ username: ada.user.username })
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(stored)).not.toContain(NEW_PASSWORD)
})

test('a wrong current password is refused and changes nothing (V6.2.3, V7.5.1)', async () => {
  const ada = await newUser()
  const other = sidOf((await logIn(ada.user.username)).headers)
  const refused = await change(ada, 'wrong')
  expect([refused.status, refused.body]).toEqual([403, wrongPassword])
  expect((await activeOf(ada.user.id, [ada.sid, other])).toSorted()).toEqual([ada.sid, other].toSorted())
  expect((await logIn(ada.user.username)).status).toBe(200)
})

test('SEC-48 guesses at the current password are throttled apart from guesses at logins', async () => {
  const ada = await newUser()
  for (let i = 0; i < 5; i++) expect((await change(ada, `wrong ${i}`)).status).toBe(403)
  const throttled = await change(ada, PASSWORD)
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await logIn(ada.user.username)).status).toBe(200)
  await vi.waitFor(async () => expect((await change(ada, PASSWORD)).status).toBe(204), WAIT)

  for (let i = 0; i < 6; i++) await logIn(ada.user.username, `wrong ${i}`)
  expect((await logIn(ada.user.username, NEW_PASSWORD)).status).toBe(429)
  expect((await change(ada, NEW_PASSWORD, PASSWORD)).status).toBe(204)
})

test('when changes of one password are concurrent, one succeeds', async () => {
  const ada = await newUser()
  const passwords = ['first new one', 'second new one', 'third new one']
  const statuses = (await Promise.all(passwords.map((password) => change(ada, PASSWORD, password)))).map(
    ({ status }) => status,
  )
  expect(statuses.toSorted()).toEqual([204, 403, 403])
  expect((await logIn(ada.user.username, passwords[statuses.indexOf(204)])).status).toBe(200)
})

test('when the profile and the password change at once, both changes stay', async () => {
  const ada = await newUser()
  const [changed, ...updates] = await Promise.all([
    change(ada, PASSWORD),
    ...[31, 32, 33].map((age) => ada.call(updateUser, { body: { age } })),
  ])
  expect([changed.status, ...updates.map(({ status }) => status)]).toEqual([204, 200, 200, 200])
  expect((await logIn(ada.user.username, NEW_PASSWORD)).status).toBe(200)
  expect((await ada.call(getUser)).body.age).toBeGreaterThan(30)
})

test('when a login overlaps a password change, no session with the old password remains', async () => {
  for (let round = 0; round < 5; round++) {
    const ada = await newUser()
    const [changed, ...logins] = await Promise.all([
      change(ada, PASSWORD),
      ...Array.from({ length: 4 }, () => logIn(ada.user.username)),
    ])
    expect(changed.status).toBe(204)
    const opened = logins.filter(({ status }) => status === 200).map(({ headers }) => sidOf(headers))
    expect(logins.every(({ status }) => [200, 401].includes(status))).toBe(true)
    expect(await activeOf(ada.user.id, opened)).toEqual([])
  }
})

test.each(['password1', 'PASSWORD1', '12345678', 'Qwertyuiop'])(
  'the common password %s is refused at a change and at a registration',
  async (password) => {
    const ada = await newUser()
    const refused = await change(ada, PASSWORD, password)
    expect([refused.status, refused.body]).toEqual([400, commonPassword])
    expect((await logIn(ada.user.username)).status).toBe(200)

    const details = newDetails({ password })
    const registration = await anonymous.call(registerUser, { body: details })
    expect([registration.status, registration.body]).toEqual([400, commonPassword])
    expect(await db.collection('users').findOne({ username: details.username })).toBeNull()
  },
)

test('when an account already has a common password, it can log in and change it (V6.2.10)', async () => {
  const ada = await newUser()
  const users = db.collection<{ _id: number }>('users')
  const passwordHash = await hashPassword('password1')
  await users.updateOne({ _id: ada.user.id }, { $set: { passwordHash, createdAt: new Date(0) } })
  expect((await logIn(ada.user.username, 'password1')).status).toBe(200)
  expect((await change(ada, 'password1')).status).toBe(204)
})

test.each([
  [{ currentPassword: PASSWORD }, 'Password is required'],
  [{ newPassword: NEW_PASSWORD }, 'Password is required'],
  [{ currentPassword: PASSWORD, newPassword: 'short' }, 'Password must be at least 6 characters'],
  [{ currentPassword: PASSWORD, newPassword: 'x'.repeat(101) }, 'Password too long'],
  [{ currentPassword: { $ne: null }, newPassword: NEW_PASSWORD }, 'Password is required'],
])('the change %j is rejected with its message', async (body, message) => {
  const ada = await newUser()
  const response = await ada.call(changePassword, { body })
  expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
})

test('a change needs a session of an account that exists', async () => {
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await anonymous.call(changePassword, { body })).status).toBe(401)
  expect((await clientOf({ userId: 999_999, sid: 'none' }).call(changePassword, { body })).status).toBe(401)
  expect((await anonymous.call(login, { body: { username: 'nobody', password: PASSWORD } })).status).toBe(401)
})
