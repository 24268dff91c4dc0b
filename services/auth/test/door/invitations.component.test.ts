import { errors } from '@zing/proto/errors'
import {
  checkInvitation,
  createInvitation,
  getRegistration,
  listInvitations,
  withdrawInvitation,
} from '@zing/proto/http/door'
import { INVITATIONS_PER_USER } from '@zing/proto/limits'
import { sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { deleteUser, setUserRole } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { expect, test } from 'vitest'
import { setupDoor } from './setup-door.ts'

const { db, nats, anonymous, publish, publishEvent, eventsHandled, register, registerAtOnce, newUser } =
  await setupDoor(2)
await publish({ invitations: { memberDays: 0 } })

type User = Awaited<ReturnType<typeof newUser>>
const invalid = errors.invitationInvalid().body
const DAY_MS = 24 * 60 * 60 * 1_000

async function withRole(role: 'moderator' | 'admin'): Promise<User> {
  const user = await newUser()
  await request(nats, setUserRole, { userId: user.user.id, role })
  return user
}

async function invite(user: User, body: Record<string, unknown> = {}) {
  const created = await user.call(createInvitation, { body })
  expect([created.status, created.body.code]).toEqual([201, expect.any(String)])
  return created.body
}

const check = async (code: string) => (await anonymous.call(checkInvitation, { params: { code } })).body
const list = (user: User, query = {}) => user.call(listInvitations, { query })
const stored = (id: number) => db.collection<{ _id: number }>('users').findOne({ _id: id })

test('an invitation opens every door but a closed one, and is kept with the account (10.door.invitations)', async () => {
  const ada = await newUser()
  const invitation = await invite(ada, { label: 'Sailing club' })
  expect(invitation).toEqual({
    id: expect.any(Number),
    code: expect.stringMatching(/^[\w-]{22}$/),
    link: `/auth?invitation=${invitation.code}`,
    label: 'Sailing club',
    ...{ uses: null, used: 0, expiresAt: null, needsApproval: false },
    createdAt: expect.any(String),
    by: { id: ada.user.id, name: 'Ada' },
  })
  for (const mode of ['open', 'approval', 'invitation'] as const) {
    await publish({ registration: { mode }, invitations: { memberDays: 0 } })
    const { status, body } = await register({ invitation: invitation.code })
    expect([status, body.status]).toEqual([201, undefined])
    const invited = { id: invitation.id, byId: ada.user.id, label: 'Sailing club' }
    expect(await stored(body.id)).toMatchObject({ invitation: invited })
  }
  await publish({ registration: { mode: 'closed' } })
  expect((await register({ invitation: invitation.code })).body).toEqual(errors.registrationClosed().body)
  await publish({ invitations: { memberDays: 0 } })
  expect((await list(ada)).body).toMatchObject([{ id: invitation.id, used: 3 }])
})

test('an invitation that needs approval leads to an application (10.door.invitations)', async () => {
  const { code } = await invite(await newUser(), { needsApproval: true })
  expect(await check(code)).toEqual({ isValid: true, needsApproval: true })
  expect((await anonymous.call(getRegistration, { query: { invitation: code } })).body).toEqual({
    ...{ mode: 'open', needsInvitation: false },
    question: 'Why would you like to join?',
  })
  expect((await register({ invitation: code })).body).toEqual(errors.answerNeeded().body)
  expect((await register({ invitation: code, application: 'Hello' })).body).toMatchObject({ status: 'pending' })
})

test('an invitation for 5 admits exactly 5 of 100 at once, on two processes (10.door.invitations)', {
  timeout: 180_000,
}, async () => {
  const ada = await newUser()
  const { code, id } = await invite(ada, { uses: 5 })
  const statuses = await registerAtOnce(100, { invitation: code })
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 403)).toHaveLength(95)
  expect(await db.collection('users').countDocuments({ 'invitation.id': id })).toBe(5)
  expect(await db.collection('invitations').findOne({ code })).toMatchObject({ left: 0 })
  expect((await register({ invitation: code })).body).toEqual(invalid)
  expect((await list(ada)).body).toEqual([])
})

test('a registration that fails gives its use back (10.door.invitations)', async () => {
  const ada = await newUser()
  const { code } = await invite(ada, { uses: 2 })
  expect((await register({ invitation: code, username: ada.details.username })).status).toBe(409)
  const username = `race.${code.slice(0, 8).replaceAll('_', '.')}`
  const racing = await Promise.all(Array.from({ length: 6 }, (_, i) => register({ invitation: code, username }, i)))
  expect(racing.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await list(ada)).body).toMatchObject([{ uses: 2, used: 1 }])
})

test('used up, expired, withdrawn and unknown codes get one answer (10.door.invitations)', async () => {
  const ada = await newUser()
  const expired = await invite(ada, { expiresAt: new Date(Date.now() - 1).toISOString() })
  const usedUp = await invite(ada, { uses: 1 })
  await register({ invitation: usedUp.code })
  const withdrawn = await invite(ada)
  expect(await check(withdrawn.code)).toEqual({ isValid: true, needsApproval: false })
  for (let times = 0; times < 2; times++)
    expect((await ada.call(withdrawInvitation, { params: { id: withdrawn.id } })).status).toBe(204)
  for (const code of ['unknown', expired.code, usedUp.code, withdrawn.code]) {
    expect(await check(code)).toEqual({ isValid: false, needsApproval: false })
    const { status, body } = await register({ invitation: code })
    expect([status, body]).toEqual([403, invalid])
  }
  expect((await list(ada)).body).toEqual([])
})

test('members invite once they have been here long enough, staff always (10.door.invitations)', async () => {
  const [ada, mia] = [await newUser(), await withRole('moderator')]
  for (const memberDays of [null, 7]) {
    await publish({ invitations: { memberDays } })
    const refused = await ada.call(createInvitation, { body: {} })
    expect([refused.status, refused.body]).toEqual([403, errors.mayNotInvite().body])
    await invite(mia)
  }
  const createdAt = new Date(Date.now() - 7 * DAY_MS)
  await db.collection<{ _id: number }>('users').updateOne({ _id: ada.user.id }, { $set: { createdAt } })
  await invite(ada)
  await publish({ registration: { mode: 'approval' }, invitations: { memberDays: 0 } })
  const applicant = await newUser({ application: 'Hello' })
  expect((await applicant.call(createInvitation, { body: {} })).body).toEqual(errors.mayNotInvite().body)
  await publish({ invitations: { memberDays: 0 } })
})

test('members see and withdraw their own invitations, staff all, in pages (10.door.invitations)', async () => {
  const [ada, ben, mia] = [await newUser(), await newUser({ name: 'Ben' }), await withRole('admin')]
  const [first, second, third] = [await invite(ada), await invite(ben), await invite(ada)]
  expect((await list(ada)).body.map(({ id }) => id)).toEqual([third.id, first.id])
  const foreign = await ada.call(withdrawInvitation, { params: { id: second.id } })
  expect([foreign.status, foreign.body]).toEqual([404, errors.invitationNotFound().body])
  expect((await ada.call(withdrawInvitation, { params: { id: 999_999 } })).status).toBe(404)

  const page = await list(mia, { limit: 2 })
  expect(page.body.map(({ id, by }) => [id, by.name])).toEqual([
    [third.id, 'Ada'],
    [second.id, 'Ben'],
  ])
  const cursor = new URL(page.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '', 'http://x').searchParams.get('cursor')
  const next = await list(mia, { limit: 1, cursor })
  expect(next.body.map(({ id }) => id)).toEqual([first.id])
  expect((await list(mia, { cursor: 'x' })).status).toBe(400)
  expect((await mia.call(withdrawInvitation, { params: { id: second.id } })).status).toBe(204)
  expect((await list(ben)).body).toEqual([])
})

test('a user has a limited number of invitations, also of concurrent calls (10.door.invitations)', async () => {
  const ada = await newUser()
  const codes = Array.from({ length: INVITATIONS_PER_USER - 5 }, (_, i) => ({ i }))
  for (const _ of codes) await invite(ada)
  const racing = await Promise.all(Array.from({ length: 12 }, () => ada.call(createInvitation, { body: {} })))
  const refusals = racing.filter(({ status }) => status === 409).map(({ body }) => body)
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['TOO_MANY_INVITATIONS']))
  expect(await db.collection('invitations').countDocuments({ userId: ada.user.id })).toBeLessThanOrEqual(
    INVITATIONS_PER_USER,
  )
  while ((await ada.call(createInvitation, { body: {} })).status === 201);
  expect(await db.collection('invitations').countDocuments({ userId: ada.user.id })).toBe(INVITATIONS_PER_USER)
})

test('while its creator is suspended, an invitation admits nobody (10.door.invitations)', async () => {
  const ada = await newUser()
  const { code } = await invite(ada)
  const sanction = {
    decisionId: 71,
    userId: ada.user.id,
    action: 'suspend',
    reason: 'hate',
    text: null,
    field: null,
  } as const
  const until = new Date(Date.now() + DAY_MS).toISOString()
  await publishEvent(sanctionImposed, { ...sanction, until })
  await eventsHandled()
  expect([await check(code), (await register({ invitation: code })).body]).toEqual([
    { isValid: false, needsApproval: false },
    invalid,
  ])
  const at = new Date(Date.now() + 1_000).toISOString()
  await publishEvent(sanctionLifted, sanction, { at })
  await eventsHandled()
  expect((await check(code)).isValid).toBe(true)
})

test('the invitations of a deleted account end with it; whom it invited stays known (10.door.invitations)', async () => {
  const ada = await newUser()
  const { code } = await invite(ada)
  const { body } = await register({ invitation: code })
  await request(nats, deleteUser, { userId: ada.user.id })
  expect((await register({ invitation: code })).body).toEqual(invalid)
  expect(await db.collection('invitations').countDocuments({ userId: ada.user.id })).toBe(0)
  expect(await stored(body.id)).toMatchObject({ invitation: { byId: ada.user.id } })
})
