import { errors } from '@zing/proto/errors'
import { updateAccount } from '@zing/proto/http/account'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { userUpdated } from '@zing/proto/nats/events'
import { getActiveSessions, getProfilePage, getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupAuth } from '../setup-auth.ts'

const { nats, db, events, anonymous, newUser } = await setupAuth()

function updatesOf(userId: number) {
  return events.of(userUpdated).filter(({ profile }) => profile.id === userId)
}

test('hiding and showing the profile is stored, published and reconciled', async () => {
  const ada = await newUser()
  const hidden = await ada.call(updateAccount, { body: { hidden: true } })
  expect([hidden.status, hidden.body]).toEqual([200, { ...ada.user, hidden: true }])
  expect((await ada.call(getUser)).body.hidden).toBe(true)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toMatchObject({
    profile: { hidden: true },
    rev: 2,
  })
  const { items } = await request(nats, getProfilePage, { after: String(ada.user.id - 1) })
  expect(items[0]).toMatchObject({ profile: { id: ada.user.id, hidden: true }, rev: 2 })

  await ada.call(updateUser, { body: { age: 31 } })
  expect((await ada.call(updateAccount, { body: { hidden: false } })).body).toMatchObject({ hidden: false, age: 31 })
  await vi.waitFor(
    () =>
      expect(updatesOf(ada.user.id)).toMatchObject([
        { rev: 2, profile: { hidden: true } },
        { rev: 3, profile: { hidden: true } },
        { rev: 4, profile: { hidden: false } },
      ]),
    WAIT,
  )
})

test('INV-6 an unchanged setting changes only the rev, so that no older call can undo it', async () => {
  const ada = await newUser()
  expect(await db.collection('users').findOne({ username: ada.user.username })).not.toHaveProperty('hidden')
  for (const body of [{}, { hidden: false }]) {
    expect((await ada.call(updateAccount, { body })).body).toEqual(ada.user)
  }
  await ada.call(updateAccount, { body: { hidden: true } })
  await ada.call(updateAccount, { body: { hidden: true } })
  await ada.call(updateUser, { body: { age: 31 } })
  await vi.waitFor(() => expect(updatesOf(ada.user.id).map(({ rev }) => rev)).toEqual([2, 3, 4, 5]), WAIT)
})

test.each([{ hidden: 'yes' }, { hidden: 1 }, { hidden: null }, { hidden: { $ne: false } }])(
  'the visibility %j is rejected',
  async (body) => {
    const ada = await newUser()
    const response = await ada.call(updateAccount, { body })
    expect([response.status, response.body]).toEqual([
      400,
      errors.invalidRequest({ message: 'Invalid visibility' }).body,
    ])
    expect((await ada.call(getUser)).body.hidden).toBe(false)
  },
)

test('SEC-24 no other field of the account can be set here', async () => {
  const ada = await newUser()
  const body = { hidden: true, username: 'x', passwordHash: 'y', recoveryCodes: [], id: 1, role: 'admin' }
  expect((await ada.call(updateAccount, { body })).body).toEqual({ ...ada.user, hidden: true })
})

test('the visibility needs a session', async () => {
  expect((await anonymous.call(updateAccount, { body: { hidden: true } })).status).toBe(401)
})

test('a user can hide being online; the setting is private and not in the profile', async () => {
  const ada = await newUser()
  const ben = await newUser()
  const off = await ada.call(updateAccount, { body: { showOnline: false } })
  expect([off.status, off.body]).toEqual([200, { ...ada.user, showOnline: false }])
  expect((await ada.call(getUser)).body.showOnline).toBe(false)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).not.toHaveProperty('profile.showOnline')

  const sessions = [ada, ben].map((one) => ({ sid: one.sid, userId: one.user.id }))
  const asked = await request(nats, getActiveSessions, { sessions, withShown: true })
  expect(asked.sids.toSorted()).toEqual(sessions.map(({ sid }) => sid).toSorted())
  expect(asked.shown).toEqual([ben.sid])
  expect(await request(nats, getActiveSessions, { sessions })).not.toHaveProperty('shown')

  expect((await ada.call(updateAccount, { body: { showOnline: true } })).body).toEqual(ada.user)
  expect((await request(nats, getActiveSessions, { sessions, withShown: true })).shown).toHaveLength(2)
})

test.each([{ showOnline: 'yes' }, { showOnline: 0 }, { showOnline: null }])(
  'the setting %j is rejected',
  async (body) => {
    const ada = await newUser()
    const response = await ada.call(updateAccount, { body })
    expect([response.status, response.body]).toEqual([
      400,
      errors.invalidRequest({ message: 'Invalid visibility' }).body,
    ])
  },
)

test('the language of an account is stored, and a language that the product lacks is refused (10.language.account)', async () => {
  const ada = await newUser()
  expect(ada.user).not.toHaveProperty('language')
  const chosen = await ada.call(updateAccount, { body: { language: 'en' } })
  expect([chosen.status, chosen.body]).toEqual([200, { ...ada.user, language: 'en' }])
  expect((await ada.call(getUser)).body).toEqual({ ...ada.user, language: 'en' })
  const refused = await ada.call(updateAccount, { body: { language: 'tlh' as 'en' } })
  expect([refused.status, refused.body]).toEqual([400, errors.invalidRequest({ message: 'Invalid language' }).body])
})
