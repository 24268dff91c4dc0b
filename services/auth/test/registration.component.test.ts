import { randomBytes } from 'node:crypto'
import { request } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { userRegistered } from '@zing/proto/nats/events'
import { getLiveSessions, getReplicatedProfile } from '@zing/proto/nats/rpc'
import { expect, test, vi } from 'vitest'
import { photo } from './pictures.ts'
import { detailsOf, soon, startAuth } from './setup-auth.ts'

const { nats, db, facts, visitor, join, logIn, fetchAs } = await startAuth()
const taken = { message: messages.usernameTaken, code: 'USERNAME_TAKEN' }

function register(more: Record<string, unknown> = {}) {
  return visitor.call(contract.registerUser, { body: detailsOf(more) })
}

test('makes one account, one session and one announcement', async () => {
  const ada = await join({ selfie: await photo() })
  const { password: _, ...shown } = ada.details
  expect(ada.user).toEqual({
    ...shown,
    id: expect.any(Number),
    selfie: expect.stringMatching(`^/api/selfies/${ada.user.id}/\\d+$`),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  const sessions = [{ sid: ada.sid, userId: ada.user.id }]
  expect(await request(nats, getLiveSessions, { sessions })).toEqual({ sids: [ada.sid] })

  const { username: _username, ...profile } = ada.user
  const announced = () => facts.of(userRegistered).filter((event) => event.profile.id === ada.user.id)
  await vi.waitFor(() => expect(announced()).toMatchObject([{ profile, rev: 1, epoch: 0 }]), soon)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toEqual({ profile, rev: 1 })
})

test('keeps the password as an argon2id hash and nothing else of it', async () => {
  const password = `canary-${randomBytes(8).toString('hex')}`
  const { user } = await join({ password })
  const stored = await db.collection('users').findOne({ username: user.username })
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.stringify(stored)).not.toContain(password)
})

test('a password of 100 characters counts to its last one', async () => {
  const password = 'ä'.repeat(99)
  const { user } = await join({ password: `${password}x` })
  expect((await logIn(user.username, `${password}y`)).status).toBe(401)
  expect((await logIn(user.username, `${password}x`)).status).toBe(200)
})

test('INV-2 twenty at once of one name in different case make one account', async () => {
  const { username } = detailsOf()
  const names = [username, username.toUpperCase(), username.toLowerCase()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => register({ username: names[i % 3], selfie: await photo() })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(Array(19).fill(taken))
  const account = answers.find(({ status }) => status === 201)?.body
  expect(await db.collection('users').countDocuments({ usernameKey: username.toLowerCase() })).toBe(1)
  // of those who came too late not even the photo stays
  const photos = await db
    .collection('selfies')
    .find({}, { projection: { userId: 1 } })
    .toArray()
  const people = await db
    .collection('users')
    .find({}, { projection: { _id: 1 } })
    .toArray()
  const ids = new Set(people.map(({ _id }) => Number(_id)))
  expect(photos.map(({ userId }) => userId)).toContain(account?.id)
  expect(photos.filter(({ userId }) => !ids.has(userId))).toEqual([])
})

test('a name is free until somebody has it, in whatever case', async () => {
  const { username } = detailsOf()
  const check = (name: string) => visitor.call(contract.checkUsername, { query: { username: name } })
  expect(await check(username)).toMatchObject({ status: 200, body: { available: true } })
  await join({ username })
  for (const name of [username, username.toUpperCase()]) {
    const answer = await check(name)
    expect([answer.status, answer.body]).toEqual([409, taken])
  }
})

test.each([
  ['?username=ab', 'Username must be at least 3 characters'],
  ['?username=a%20b', 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  ['', 'Username is required'],
  ['?username[$ne]=1', 'Username is required'],
  ['?username[]=abc', 'Username is required'],
  ['?username=abc&username=abd', messages.invalidRequest],
])('SEC-31 the check refuses %s', async (query, message) => {
  const answer = await fetchAs(null, `${contract.checkUsername.path}${query}`)
  expect([answer.status, await answer.json()]).toEqual([400, { message }])
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
  [{ orientation: '' }, 'Orientation is required'],
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ username: 'b\u0430b' }, 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  [{ password: 'short' }, 'Password must be at least 6 characters'],
  [{ password: 'x'.repeat(101) }, 'Password too long'],
  [{ selfie: 'file:///etc/passwd' }, 'Invalid image'],
])('%j is refused with its text', async (wrong, message) => {
  const answer = await register(wrong)
  expect([answer.status, answer.body]).toEqual([400, { message }])
})

test('SEC-24 and SEC-32 only the fields of the contract are taken', async () => {
  const planted = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')
  const more = { id: 1, _id: 1, createdAt: '2000-01-01', likeCount: 9, isAdmin: true, role: 'admin', rev: 9 }
  const ada = await join({ ...more, ...planted, passwordHash: 'x', selfieVersion: 9, outbox: [1], epoch: 9, __v: 9 })
  expect(Object.keys(ada.user).toSorted()).toEqual(
    ['age', 'createdAt', 'gender', 'id', 'name', 'orientation', 'selfie', 'username'].toSorted(),
  )
  expect(ada.user.id).not.toBe(1)
  const stored = await db.collection('users').findOne({ username: ada.user.username })
  expect(stored).toMatchObject({ _id: ada.user.id, rev: 1, epoch: 0, selfieVersion: 0 })
  expect(Object.keys(stored ?? {})).not.toEqual(expect.arrayContaining(['isAdmin']))
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect((await logIn(ada.user.username)).status).toBe(200)
})

test.each(['name', 'age', 'gender', 'orientation', 'username', 'password', 'selfie'])(
  'SEC-30 an operator as %s is refused',
  async (field) => {
    for (const value of [{ $ne: null }, { $gt: '' }, { $in: ['a'] }, ['a'], { a: { $regex: '.*' } }, true]) {
      expect((await register({ [field]: value })).status).toBe(400)
    }
  },
)
