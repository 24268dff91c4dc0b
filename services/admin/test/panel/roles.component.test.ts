import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { listRoles, setRole } from '@zing/proto/http/staff/admin'
import { changeSettings } from '@zing/testing/change-settings'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PIN } from '../setup-admin.ts'
import { setupModeration } from '../setup-moderation.ts'

const { newUser, anonymous, auditEntries, users, unavailable, background, confirmed } = await setupModeration()
const { nats } = background

async function newVerified() {
  const user = newUser()
  await user.verify(PIN)
  return user
}

test('the panel lists users with a role, finds a user by name, and grants and withdraws roles', async () => {
  const operator = await newVerified()
  const [mia, ben] = [newUser({ role: 'moderator' }), newUser()]
  expect((await operator.call(listRoles)).body).toEqual([
    { userId: mia.id, username: mia.username, name: mia.name, role: 'moderator' },
  ])
  const found = await operator.call(listRoles, { query: { username: ben.username } })
  expect(found.body).toMatchObject([{ userId: ben.id, role: 'member' }])

  const granted = await operator.call(setRole, { params: { userId: ben.id }, body: { role: 'admin' } })
  expect([granted.status, granted.body]).toMatchObject([200, { userId: ben.id, role: 'admin' }])
  const withdrawn = await operator.call(setRole, { params: { userId: ben.id }, body: { role: 'member' } })
  expect([withdrawn.status, withdrawn.body.role, users.get(ben.id)?.role]).toEqual([200, 'member', undefined])
  expect((await auditEntries()).filter(({ userId }) => userId === ben.id)).toMatchObject([
    { action: 'role.changed', actorId: operator.id, details: { from: 'member', to: 'admin' } },
    { action: 'role.changed', actorId: operator.id, details: { from: 'admin', to: 'member' } },
  ])
})

test('SEC-130 only callers with the PIN or the role admin change roles', async () => {
  const ben = newUser()
  const input = { params: { userId: ben.id }, body: { role: 'admin' } }
  for (const caller of [ben, newUser({ role: 'moderator' })]) {
    for (const response of [await caller.call(setRole, input), await caller.call(listRoles)])
      expect([response.status, response.body]).toEqual([403, errors.pinNeeded().body])
  }
  expect((await anonymous.call(setRole, input)).status).toBe(401)
  expect(users.get(ben.id)?.role).toBeUndefined()
})

test('an admin changes roles without the PIN, which nobody needs while the panel is off (10.community.features)', async () => {
  const [mia, ben, operator] = [newUser({ role: 'admin' }), newUser(), await newVerified()]
  confirmed.add(mia.sid)
  const input = { params: { userId: ben.id }, body: { role: 'moderator' } }
  expect((await mia.call(setRole, input)).status).toBe(200)
  onTestFinished(() => changeSettings(nats, {}))
  await changeSettings(nats, { features: { ...DEFAULT_SETTINGS.features, pinPanel: false } })
  await vi.waitFor(async () => {
    const response = await operator.call(setRole, input)
    expect([response.status, response.body]).toEqual([404, errors.featureOff().body])
  }, WAIT)
  expect((await mia.call(listRoles)).status).toBe(200)
})

test('an admin with neither the PIN nor a fresh confirmation changes no role (10.community.settings)', async () => {
  const [mia, ben] = [newUser({ role: 'admin' }), newUser()]
  const input = { params: { userId: ben.id }, body: { role: 'admin' } }
  const refused = await mia.call(setRole, input)
  expect([refused.status, refused.body]).toEqual([403, errors.confirmNeeded().body])
  expect([(await mia.call(listRoles)).status, users.get(ben.id)?.role]).toEqual([200, undefined])
  await mia.verify(PIN)
  expect((await mia.call(setRole, input)).status).toBe(200)
})

test.each([{ role: 'owner' }, { role: ['admin'] }, { role: { $ne: null } }, {}])('%j is no role', async (body) => {
  const operator = await newVerified()
  const ben = newUser()
  const response = await operator.call(setRole, { params: { userId: ben.id }, body })
  expect([response.status, response.body]).toEqual([400, errors.invalidRequest({ message: 'Invalid role' }).body])
})

test('an unknown user is not found, and leaves no entry', async () => {
  const operator = await newVerified()
  const before = await auditEntries()
  const response = await operator.call(setRole, { params: { userId: 999_999 }, body: { role: 'admin' } })
  expect([response.status, response.body]).toEqual([404, errors.userNotFound().body])
  expect(await auditEntries()).toEqual(before)
})

test('while auth does not respond, the call fails, and the log has the attempt', async () => {
  const operator = await newVerified()
  const ben = newUser()
  unavailable.add('auth')
  const response = await operator.call(setRole, { params: { userId: ben.id }, body: { role: 'admin' } })
  unavailable.delete('auth')
  expect([response.status, users.get(ben.id)?.role]).toEqual([503, undefined])
  expect((await auditEntries()).at(-1)).toMatchObject({ action: 'role.changed', userId: ben.id })
})
