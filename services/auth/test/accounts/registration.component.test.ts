import { randomBytes } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { changePassword } from '@zing/proto/http/account'
import * as contract from '@zing/proto/http/auth'
import { userRegistered } from '@zing/proto/nats/events'
import { getActiveSessions, getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { NO_STORY } from '@zing/proto/profiles/story'
import { request } from '@zing/testing/request'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photo, versionOf } from '../pictures.ts'
import { newDetails, setupAuth } from '../setup-auth.ts'

const { nats, db, events, anonymous, newUser, logIn, fetchAs } = await setupAuth()
const taken = errors.usernameTaken().body

function register(more: Record<string, unknown> = {}) {
  return anonymous.call(contract.registerUser, { body: newDetails(more) })
}

test('a registration creates one account, one session and one event (3.users.createdAt, 7.register)', async () => {
  const ada = await newUser({ selfie: await photo() })
  const { password: _, ...fields } = ada.details
  expect(ada.user).toEqual({
    ...fields,
    place: null,
    id: expect.any(Number),
    selfie: expect.stringMatching(`^/api/selfies/${ada.user.id}/\\d+$`),
    ...NO_STORY,
    photos: [{ id: String(versionOf(ada.user.selfie)), path: ada.user.selfie, isSelfie: true }],
    hidden: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  const sessions = [{ sid: ada.sid, userId: ada.user.id }]
  expect(await request(nats, getActiveSessions, { sessions })).toEqual({ sids: [ada.sid], roles: [] })

  const { username: _username, place: _home, ...own } = ada.user
  const profile = { ...own, photos: own.photos.map(({ id, path }) => ({ id, path })) }
  const published = () => events.of(userRegistered).filter((event) => event.profile.id === ada.user.id)
  await vi.waitFor(() => expect(published()).toMatchObject([{ profile, rev: 1, epoch: 0 }]), WAIT)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toEqual({
    profile: { ...profile, suspendedUntil: null, isReported: false },
    rev: 1,
    epoch: 0,
  })
})

test('a password is stored only as an argon2id hash (3.users.password)', async () => {
  const password = `canary-${randomBytes(8).toString('hex')}`
  const { user } = await newUser({ password })
  const stored = await db.collection('users').findOne({ username: user.username })
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(stored)).not.toContain(password)
})

test('a password of 100 characters is compared up to its last character (V6.2.8)', async () => {
  const password = 'ä'.repeat(99)
  const { user } = await newUser({ password: `${password}x` })
  expect((await logIn(user.username, `${password}y`)).status).toBe(401)
  expect((await logIn(user.username, `${password}x`)).status).toBe(200)
})

test('a password is compared exactly as typed: with its spaces, letter case and Unicode form', async () => {
  const password = '  Zoë’s Kettle  '
  const ada = await newUser({ password })
  for (const other of [password.trim(), password.toLowerCase(), password.normalize('NFD')])
    expect((await logIn(ada.user.username, other)).status).toBe(401)
  expect((await logIn(ada.user.username, password)).status).toBe(200)

  const newPassword = ` ${password}`
  const changed = await ada.call(changePassword, { body: { currentPassword: password, newPassword } })
  expect(changed.status).toBe(204)
  expect((await logIn(ada.user.username, password)).status).toBe(401)
  expect((await logIn(ada.user.username, newPassword)).status).toBe(200)
})

test('INV-2 twenty concurrent registrations of a username in any letter case create one account (3.users.username)', async () => {
  const { username } = newDetails()
  const names = [username, username.toUpperCase(), username.toLowerCase()]
  const responses = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const selfie = await photo()
      return untilAccepted(() => register({ username: names[i % 3], selfie }))
    }),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  expect(responses.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(Array(19).fill(taken))
  const account = responses.find(({ status }) => status === 201)?.body
  expect(await db.collection('users').countDocuments({ usernameKey: username.toLowerCase() })).toBe(1)
  // rejected registrations leave no photos behind
  const photos = await db
    .collection('selfies')
    .find({}, { projection: { userId: 1 } })
    .toArray()
  const users = await db
    .collection('users')
    .find({}, { projection: { _id: 1 } })
    .toArray()
  const ids = new Set(users.map(({ _id }) => Number(_id)))
  expect(photos.map(({ userId }) => userId)).toContain(account?.id)
  expect(photos.filter(({ userId }) => !ids.has(userId))).toEqual([])
})

test('a username is available until it is registered in any letter case (7.check-username)', async () => {
  const { username } = newDetails()
  const check = (name: string) => anonymous.call(contract.checkUsername, { query: { username: name } })
  expect(await check(username)).toMatchObject({ status: 200, body: { available: true } })
  await newUser({ username })
  for (const name of [username, username.toUpperCase()]) {
    const response = await check(name)
    expect([response.status, response.body]).toEqual([409, taken])
  }
})

test('a password that is easy to guess is refused by the check and by the registration', async () => {
  const check = (password: string) => anonymous.call(contract.checkPassword, { body: { username: 'ada.b', password } })
  for (const password of ['password123', 'Ada.B-2026']) {
    const [checked, registered] = [await check(password), await register({ username: 'ada.b', password })]
    expect(checked).toMatchObject({ status: 400, body: { code: errors.commonPassword.code } })
    expect(registered).toMatchObject({ status: 400, body: checked.body })
  }
  expect((await check('correct horse battery')).status).toBe(204)
})

test('SEC-35 names that the operator reserves are taken, in any letter case', async () => {
  for (const username of ['zing', 'ZING', 'Support']) {
    const checked = await anonymous.call(contract.checkUsername, { query: { username } })
    const registered = await register({ username })
    expect([checked.status, checked.body, registered.status, registered.body]).toEqual([409, taken, 409, taken])
  }
  expect((await anonymous.call(contract.checkUsername, { query: { username: 'zing.fan' } })).status).toBe(200)
})

test.each([
  ['?username=ab', 'Username must be at least 3 characters'],
  ['?username=a%20b', 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  ['', 'Username is required'],
  ['?username[$ne]=1', 'Username is required'],
  ['?username[]=abc', 'Username is required'],
  ['?username=abc&username=abd', errors.invalidRequest.message],
])('SEC-31 the username check rejects the query %s', async (query, message) => {
  const response = await fetchAs(null, `${contract.checkUsername.path}${query}`)
  expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
})

test.each([
  [{ name: 'A' }, 'Name must be at least 2 characters'],
  [{ name: '<b>Ada</b>' }, 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  [{ age: 17 }, 'Minimum age is 18'],
  [{ age: 101 }, 'Maximum age is 100'],
  [{ age: '25' }, 'Age must be a whole number'],
  [{ age: 25.5 }, 'Age must be a whole number'],
  [{ age: null }, 'Age must be a whole number'],
  [{ gender: '' }, 'Gender is required'],
  [{ gender: '\u3164\u200d' }, 'Gender is required'],
  [{ orientation: '' }, 'Orientation is required'],
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ username: 'b\u0430b' }, 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  [{ password: 'short' }, 'Password must be at least 6 characters'],
  [{ password: 'x'.repeat(101) }, 'Password too long'],
  [{ selfie: 'file:///etc/passwd' }, 'Invalid image'],
])(
  'the registration %j is rejected with its message (1.1, 3.users.gender, 3.users.orientation, 5.gender.1, 5.orientation.1)',
  async (invalid, message) => {
    const response = await register(invalid)
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
  },
)

test.each([
  [{ gender: 'HTTP://x' }, 'Invalid gender', 'HTTP://x'],
  [{ orientation: 'www.evil.example' }, 'Invalid orientation', 'www.evil.example'],
  [{ orientation: 'https:evil' }, 'Invalid orientation', 'https:evil'],
])('SEC-150 the registration %j is refused, and the link in it named', async (invalid, message, word) => {
  const response = await register(invalid)
  expect([response.status, response.body]).toMatchObject([400, { message, code: 'HAS_LINK', word }])
})

test('SEC-24 and SEC-32 a registration accepts only the fields of the contract (6.roles)', async () => {
  const planted = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')
  const more = { id: 1, _id: 1, createdAt: '2000-01-01', likeCount: 9, isAdmin: true, role: 'admin', rev: 9 }
  const story = { photos: [{ version: 9, digest: 'x' }], bio: '<b>', prompts: [{}], interests: ['x'], lookingFor: 'x' }
  const stored = { passwordHash: 'x', selfieVersion: 9, outbox: [1], epoch: 9, __v: 9 }
  const ada = await newUser({ ...more, ...planted, ...story, ...stored })
  const fields = ['age', 'createdAt', 'gender', 'hidden', 'id', 'name', 'place', 'orientation', 'selfie', 'username']
  expect(Object.keys(ada.user).toSorted()).toEqual([...fields, ...Object.keys(NO_STORY)].toSorted())
  expect(ada.user).toMatchObject(NO_STORY)
  expect(ada.user.id).not.toBe(1)
  const found = await db.collection('users').findOne({ username: ada.user.username })
  expect(found).toMatchObject({ _id: ada.user.id, rev: 1, epoch: 0, selfieVersion: 0 })
  expect(Object.keys(found ?? {})).not.toEqual(expect.arrayContaining(['isAdmin']))
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect((await logIn(ada.user.username)).status).toBe(200)
})

test.each(['name', 'age', 'gender', 'orientation', 'username', 'password', 'selfie'])(
  'SEC-30 an operator as %s is rejected in a registration',
  async (field) => {
    for (const value of [{ $ne: null }, { $gt: '' }, { $in: ['a'] }, ['a'], { a: { $regex: '.*' } }, true]) {
      expect((await register({ [field]: value })).status).toBe(400)
    }
  },
)
