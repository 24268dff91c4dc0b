import { request } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { userUpdated } from '@zing/proto/nats/events'
import { getReplicatedProfile } from '@zing/proto/nats/rpc'
import { expect, test, vi } from 'vitest'
import { soon, startAuth } from './setup-auth.ts'

const { nats, db, facts, visitor, join, logIn, clientOf } = await startAuth()

function updatesOf(userId: number) {
  return facts.of(userUpdated).filter(({ profile }) => profile.id === userId)
}

test('oneself is what one gave, and nothing else', async () => {
  const ada = await join()
  const answer = await ada.call(contract.getUser)
  expect([answer.status, answer.body]).toEqual([200, ada.user])
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('a change is stored and announced once, with the next rev', async () => {
  const ada = await join()
  const body = { name: '  Ada Byron ', age: 120, gender: 'other', orientation: 'pansexual' }
  const changed = await ada.call(contract.updateUser, { body })
  const after = { ...ada.user, ...body, name: 'Ada Byron' }
  expect([changed.status, changed.body]).toEqual([200, after])
  expect((await ada.call(contract.getUser)).body).toEqual(after)

  const { username: _, ...profile } = after
  await vi.waitFor(() => expect(updatesOf(ada.user.id)).toMatchObject([{ rev: 2, epoch: 0, profile }]), soon)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toEqual({ profile, rev: 2 })
})

test('nothing given changes nothing and announces nothing', async () => {
  const ada = await join()
  const answer = await ada.call(contract.updateUser, { body: {} })
  expect([answer.status, answer.body]).toEqual([200, ada.user])
  await ada.call(contract.updateUser, { body: { age: 31 } })
  await vi.waitFor(() => expect(updatesOf(ada.user.id)).toMatchObject([{ rev: 2, profile: { age: 31 } }]), soon)
})

test('ten changes at once all take effect, one after another', async () => {
  const ada = await join()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => [
      ada.call(contract.updateUser, { body: { age: 40 + i } }),
      ada.call(contract.updateUser, { body: { gender: `g${i}` } }),
    ]).flat(),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toMatchObject({ rev: 11 })
  await vi.waitFor(
    () => expect(updatesOf(ada.user.id).map(({ rev }) => rev)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    soon,
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
])('%j is refused with its text and changes nothing', async (wrong, message) => {
  const ada = await join()
  const answer = await ada.call(contract.updateUser, { body: { orientation: 'straight', ...wrong } })
  expect([answer.status, answer.body]).toEqual([400, { message }])
  expect((await ada.call(contract.getUser)).body).toEqual(ada.user)
})

test.each(['name', 'age', 'gender', 'orientation', 'selfie'])('SEC-30 an operator as %s is refused', async (field) => {
  const ada = await join()
  for (const value of [{ $ne: null }, { $set: { age: 18 } }, ['a'], true]) {
    expect((await ada.call(contract.updateUser, { body: { [field]: value } })).status).toBe(400)
  }
})

test('SEC-24 what nobody may change stays as it is', async () => {
  const ada = await join()
  const users = db.collection<{ _id: number }>('users')
  const before = await users.findOne({ _id: ada.user.id }, { projection: { outbox: 0 } })
  const planted = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"a":1}}')
  const wanted = { id: 1, _id: 1, username: 'eve', password: 'changed', passwordHash: 'x', createdAt: '2000-01-01' }
  const answer = await ada.call(contract.updateUser, {
    body: { ...wanted, ...planted, likeCount: 9, isAdmin: true, role: 'admin', rev: 9, epoch: 9, selfieVersion: 9 },
  })
  expect([answer.status, answer.body]).toEqual([200, ada.user])
  expect(await users.findOne({ _id: ada.user.id }, { projection: { outbox: 0 } })).toEqual(before)
  expect((await logIn(ada.user.username)).status).toBe(200)
})

test.each([contract.getUser, contract.updateUser, contract.logout])(
  'a visitor is refused at $method $path',
  async (to) => {
    const answer = await visitor.call(to, to.body ? { body: { age: 30 } } : {})
    expect([answer.status, answer.body]).toEqual([401, { message: messages.notSignedIn }])
  },
)

test('SEC-17 somebody whose account is gone is not signed in', async () => {
  const ghost = clientOf({ userId: 999_999, sid: 'x' })
  for (const answer of [
    await ghost.call(contract.getUser),
    await ghost.call(contract.updateUser, { body: { age: 30 } }),
  ])
    expect([answer.status, answer.body]).toEqual([401, { message: messages.notSignedIn }])
})
