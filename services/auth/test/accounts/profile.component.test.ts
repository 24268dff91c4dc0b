import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/auth'
import { AGE_CONFIRMED_MS } from '@zing/proto/limits'
import { userUpdated } from '@zing/proto/nats/events'
import { getProfileEvidence, getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photo } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const { nats, db, events, anonymous, newUser, logIn, clientOf } = await setupAuth()

function updatesOf(userId: number) {
  return events.of(userUpdated).filter(({ profile }) => profile.id === userId)
}

test("the caller's account has the fields given at registration and no others", async () => {
  const ada = await newUser()
  const response = await ada.call(contract.getUser)
  expect([response.status, response.body]).toEqual([200, ada.user])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('an update is stored and published once, with the next rev (7.user.update)', async () => {
  const ada = await newUser()
  const body = { name: '  Ada Byron ', age: 120, gender: 'other', orientation: 'pansexual' }
  const changed = await ada.call(contract.updateUser, { body })
  const after = { ...ada.user, ...body, name: 'Ada Byron' }
  expect([changed.status, changed.body]).toEqual([200, after])
  expect((await ada.call(contract.getUser)).body).toEqual(after)

  const { username: _, place: _home, ...profile } = after
  await vi.waitFor(() => expect(updatesOf(ada.user.id)).toMatchObject([{ rev: 2, epoch: 0, profile }]), WAIT)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toEqual({
    profile: { ...profile, suspendedUntil: null, isReported: false },
    rev: 2,
    epoch: 0,
  })
})

test('a hidden orientation leaves auth for moderators and its owner only, until it is shown (10.profile.orientation)', async () => {
  const ada = await newUser()
  const { body } = await ada.call(contract.updateUser, { body: { showOrientation: false } })
  expect(body).toEqual({ ...ada.user, showOrientation: false })
  const replicated = async () => (await request(nats, getReplicatedProfile, { userId: ada.user.id }))?.profile
  expect(await replicated()).toMatchObject({ orientation: '', gender: 'female' })
  await vi.waitFor(() => expect(updatesOf(ada.user.id)).toMatchObject([{ profile: { orientation: '' } }]), WAIT)
  const evidence = await request(nats, getProfileEvidence, { userId: ada.user.id })
  expect(evidence?.profile.orientation).toBe(ada.user.orientation)

  await ada.call(contract.updateUser, { body: { orientation: 'bisexual' } })
  expect(await replicated()).toMatchObject({ orientation: '' })
  const shown = await ada.call(contract.updateUser, { body: { showOrientation: true } })
  expect(shown.body).toEqual({ ...ada.user, orientation: 'bisexual' })
  expect(await replicated()).toMatchObject({ orientation: 'bisexual' })
})

test('an empty update changes nothing and publishes no event', async () => {
  const ada = await newUser()
  const response = await ada.call(contract.updateUser, { body: {} })
  expect([response.status, response.body]).toEqual([200, ada.user])
  await ada.call(contract.updateUser, { body: { age: 31 } })
  await vi.waitFor(() => expect(updatesOf(ada.user.id)).toMatchObject([{ rev: 2, profile: { age: 31 } }]), WAIT)
})

test('ten concurrent updates all take effect, in sequence', async () => {
  const ada = await newUser()
  const responses = await Promise.all(
    Array.from({ length: 5 }, (_, i) => [
      ada.call(contract.updateUser, { body: { age: 40 + i } }),
      ada.call(contract.updateUser, { body: { gender: `g${i}` } }),
    ]).flat(),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toMatchObject({ rev: 11 })
  await vi.waitFor(
    () => expect(updatesOf(ada.user.id).map(({ rev }) => rev)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    WAIT,
  )
})

test.each([
  [{ age: 17 }, 'You must be at least 18 years old.'],
  [{ age: 121 }, 'Age must be less than 120.'],
  [{ age: '30' }, 'Age must be a whole number'],
  [{ name: 'A' }, 'Name must be at least 2 characters.'],
  [{ name: 'x'.repeat(51) }, 'Name cannot exceed 50 characters'],
  [{ gender: '' }, 'Please select a gender.'],
  [{ orientation: '' }, 'Please select an orientation.'],
  [{ selfie: 'http://169.254.169.254/' }, 'Invalid image'],
  [{ selfie: 'data:text/html;base64,PGI+' }, 'Invalid image'],
  [{ selfie: 'javascript:alert(1)' }, 'Invalid image'],
])(
  'the update %j is rejected with its message and changes nothing (5.edit.age.2, 5.edit.age.3, 5.edit.orientation)',
  async (invalid, message) => {
    const ada = await newUser()
    const response = await ada.call(contract.updateUser, { body: { orientation: 'straight', ...invalid } })
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
    expect((await ada.call(contract.getUser)).body).toEqual(ada.user)
  },
)

test.each(['name', 'age', 'gender', 'orientation', 'selfie'])(
  'SEC-30 an operator as %s is rejected in an update',
  async (field) => {
    const ada = await newUser()
    for (const value of [{ $ne: null }, { $set: { age: 18 } }, ['a'], true]) {
      expect((await ada.call(contract.updateUser, { body: { [field]: value } })).status).toBe(400)
    }
  },
)

test('SEC-24 an update does not change protected fields (V8.2.3)', async () => {
  const ada = await newUser()
  const users = db.collection<{ _id: number }>('users')
  const before = await users.findOne({ _id: ada.user.id }, { projection: { outbox: 0 } })
  const planted = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"a":1}}')
  const protectedFields = {
    id: 1,
    _id: 1,
    username: 'eve',
    password: 'changed',
    passwordHash: 'x',
    createdAt: '2000-01-01',
  }
  const response = await ada.call(contract.updateUser, {
    body: {
      ...protectedFields,
      ...planted,
      likeCount: 9,
      isAdmin: true,
      role: 'admin',
      rev: 9,
      epoch: 9,
      selfieVersion: 9,
    },
  })
  expect([response.status, response.body]).toEqual([200, ada.user])
  expect(await users.findOne({ _id: ada.user.id }, { projection: { outbox: 0 } })).toEqual(before)
  expect((await logIn(ada.user.username)).status).toBe(200)
})

test.each([contract.getUser, contract.updateUser, contract.logout])(
  'an anonymous caller is rejected at $method $path (7.user)',
  async (endpoint) => {
    const response = await anonymous.call(endpoint, endpoint.body ? { body: { age: 30 } } : {})
    expect([response.status, response.body]).toEqual([401, errors.notSignedIn().body])
  },
)

test('SEC-17 a user whose account has been deleted is not signed in', async () => {
  const deleted = clientOf({ userId: 999_999, sid: 'x' })
  for (const response of [
    await deleted.call(contract.getUser),
    await deleted.call(contract.updateUser, { body: { age: 30 } }),
  ])
    expect([response.status, response.body]).toEqual([401, errors.notSignedIn().body])
})

test('a year after the age was last given, the account asks for it until it is given again (10.profile.age)', async () => {
  const ada = await newUser()
  const mustConfirm = async () => (await ada.call(contract.getUser)).body.mustConfirmAge
  const setAge = (more: object) => ada.call(contract.updateUser, { body: { age: ada.user.age, ...more } })
  const age = (field: 'createdAt' | 'ageConfirmedAt') =>
    db
      .collection<{ _id: number }>('users')
      .updateOne({ _id: ada.user.id }, { $set: { [field]: new Date(Date.now() - AGE_CONFIRMED_MS - 1_000) } })
  expect(await mustConfirm()).toBeUndefined()
  await age('createdAt')
  expect(await mustConfirm()).toBe(true)
  expect((await ada.call(contract.updateUser, { body: { gender: 'other' } })).body.mustConfirmAge).toBe(true)
  expect((await setAge({})).body.mustConfirmAge).toBeUndefined()
  await age('ageConfirmedAt')
  expect(await mustConfirm()).toBe(true)
  await setAge({ selfie: await photo() })
  expect(await mustConfirm()).toBeUndefined()
})
