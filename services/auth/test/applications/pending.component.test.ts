import { errors } from '@zing/proto/errors'
import { SESSION_PENDING_HEADER } from '@zing/proto/headers'
import { deleteAccount, updateAccount } from '@zing/proto/http/account'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { sessionsChanged } from '@zing/proto/nats/broadcasts'
import { userRegistered, userUpdated } from '@zing/proto/nats/events'
import { getApplications, judgeApplication } from '@zing/proto/nats/rpc/applications'
import { countUsers, getActiveSessions, getProfilePage, getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { connectForTest } from '@zing/testing/events'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photo } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'
import { buildApplicants } from './build-applicants.ts'

const auth = await setupAuth()
const { nats, events, logIn, fetchAs } = auth
const { newApplicant, newMember, users, profileEvent } = buildApplicants(auth)
const rawNats = await connectForTest(auth.env.NATS_URL)

const approve = (userId: number) => request(nats, judgeApplication, { userId, decision: 'approve', seen: 'pending' })
const refuse = (userId: number, reason?: string) =>
  request(nats, judgeApplication, { userId, decision: 'refuse', seen: 'pending', ...(reason && { reason }) })

async function pageIds(): Promise<number[]> {
  const { items } = await request(nats, getProfilePage, { after: '' })
  return items.map(({ profile }) => profile.id)
}

test('other services know nothing of a pending or refused account (10.door.pending)', async () => {
  const [pending, refused, member] = [
    await newApplicant(),
    await newApplicant({ status: 'refused' }),
    await newMember(),
  ]
  expect(await request(nats, getReplicatedProfile, { userId: pending.user.id })).toBeNull()
  expect(await request(nats, getReplicatedProfile, { userId: refused.user.id })).toBeNull()
  const ids = await pageIds()
  expect(ids).toContain(member.user.id)
  expect(ids).not.toContain(pending.user.id)
  expect(ids).not.toContain(refused.user.id)
  const before = await request(nats, countUsers, {})
  await newApplicant()
  expect(await request(nats, countUsers, {})).toEqual(before)
})

test('changes of a pending account are published once it is let in, as a registration (10.door.pending)', async () => {
  const { call, user } = await newApplicant()
  expect((await call(updateUser, { body: { bio: 'I walk' } })).status).toBe(200)
  expect((await call(updateAccount, { body: { showOnline: false } })).status).toBe(200)
  const member = await newMember()
  await member.call(updateUser, { body: { bio: 'me too' } })
  await profileEvent(userUpdated, member.user.id, 2)
  const published = [...events.of(userUpdated), ...events.of(userRegistered).filter(({ rev }) => rev > 1)]
  expect(published.filter(({ profile }) => profile.id === user.id)).toEqual([])

  expect(await approve(user.id)).toEqual({ status: 'active' })
  const registered = await profileEvent(userRegistered, user.id, 4)
  expect(registered).toMatchObject({ profile: { bio: 'I walk', suspendedUntil: null }, rev: 4 })
  expect((await request(nats, getReplicatedProfile, { userId: user.id }))?.rev).toBe(4)
  expect(await pageIds()).toContain(user.id)
})

test('sessions of pending users are named to the gateway and count as ended for others (10.door.pending)', async () => {
  const [pending, member] = [await newApplicant(), await newMember()]
  const sessions = [pending.identity, member.identity]
  const seen = await request(nats, getActiveSessions, { sessions, withPending: true })
  expect([seen.sids.toSorted(), seen.pending]).toEqual([[pending.sid, member.sid].toSorted(), [pending.sid]])
  expect((await request(nats, getActiveSessions, { sessions })).sids).toEqual([member.sid])
})

test('a sign-in says that its user is pending, and an approval tells the gateways (10.door.pending)', async () => {
  const { details, user, sid } = await newApplicant()
  const { status, headers, body } = await logIn(details.username)
  expect([status, headers.get(SESSION_PENDING_HEADER), body.status]).toEqual([200, 'true', 'pending'])
  const received: unknown[] = []
  rawNats.subscribe(sessionsChanged.subject, {
    callback: (_err, { data }) => void received.push(JSON.parse(String(data))),
  })
  await rawNats.flush()
  await approve(user.id)
  await vi.waitFor(() => expect(received).toHaveLength(1), WAIT)
  expect(received).toEqual([{ sids: expect.arrayContaining([sid]), isPending: false }])
  expect((await logIn(details.username)).headers.get(SESSION_PENDING_HEADER)).toBeNull()
})

test('a pending account sees its own photo only, and nobody else sees it (10.door.pending)', async () => {
  const [pending, member] = [await newApplicant({}, { selfie: await photo() }), await newMember()]
  const { selfie } = pending.user
  const withPhoto = await auth.newUser({ selfie: await photo() })
  const own = { ...pending.identity, isPending: true as const }
  expect((await fetchAs(own, selfie)).status).toBe(200)
  const refused = await fetchAs(own, withPhoto.user.selfie)
  expect([refused.status, await refused.json()]).toEqual([403, errors.pending().body])
  expect((await fetchAs(member.identity, selfie)).status).not.toBe(200)
})

test('an applicant edits the answer, then answers a question back, until it is decided (10.door.approval)', async () => {
  const { call, user } = await newApplicant()
  const answer = (application: string) => call(updateUser, { body: { application } })
  expect((await answer('For the hills')).body).toMatchObject({
    status: 'pending',
    application: { question: 'Why here?', answer: 'For the hills' },
  })
  const ask = { userId: user.id, decision: 'ask' as const, seen: 'pending' as const, question: 'Which hills?' }
  await request(nats, judgeApplication, ask)
  await expect(request(nats, judgeApplication, ask)).rejects.toMatchObject({ body: { code: 'ALREADY_ASKED' } })
  expect((await call(getUser)).body.application?.asked).toEqual({ question: 'Which hills?', answer: null })
  expect((await answer('The green ones')).body.application).toEqual({
    question: 'Why here?',
    answer: 'For the hills',
    asked: { question: 'Which hills?', answer: 'The green ones' },
  })
  await refuse(user.id, 'No hills here')
  expect(await answer('Please')).toMatchObject({ status: 409, body: { code: 'APPLICATION_DECIDED' } })
  expect((await call(getUser)).body).toMatchObject({ status: 'refused', application: { reason: 'No hills here' } })
})

test('a member who never applied has nothing to answer (10.door.approval)', async () => {
  const { call } = await newMember()
  expect(await call(updateUser, { body: { application: 'Hello' } })).toMatchObject({ status: 409 })
  expect((await call(getUser)).body).not.toHaveProperty('application')
})

test('of parallel decisions exactly one counts, and a refused account can be let in later (10.door.approval)', async () => {
  const second = await setupAuth({ NATS_URL: auth.env.NATS_URL, MONGO_URL: auth.env.MONGO_URL })
  for (let round = 0; round < 5; round++) {
    const { user } = await newApplicant()
    const by = [nats, second.nats]
    const decisions = Array.from({ length: 6 }, (_, index) =>
      request(by[index % 2] ?? nats, judgeApplication, {
        userId: user.id,
        decision: index % 3 === 0 ? 'approve' : 'refuse',
        seen: 'pending',
      }),
    )
    const results = await Promise.allSettled(decisions)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ body: { code: 'APPLICATION_DECIDED' } })
  }
  const { user, call } = await newApplicant()
  await refuse(user.id, 'Not now')
  await request(nats, judgeApplication, { userId: user.id, decision: 'approve', seen: 'refused' })
  const { body } = await call(getUser)
  expect([body.status, body.application?.reason]).toEqual(['active', undefined])
  await expect(refuse(user.id)).rejects.toMatchObject({ body: { code: 'APPLICATION_DECIDED' } })
})

test('the queue is in order of application, in pages, with signs of risk (10.door.approval)', async () => {
  await users.updateMany({ status: 'pending' }, { $set: { status: 'refused' } })
  const inviter = await newMember()
  await users.updateOne(
    { _id: inviter.user.id },
    { $set: { restrictions: [{ decisionId: 1, reason: 'other', text: null, until: null, appealToken: null }] } },
  )
  const invitation = { id: 7, byId: inviter.user.id, label: 'Walks' }
  const late = await newApplicant({ at: new Date(3_000) }, { selfie: await photo() })
  const [one, two] = [
    await newApplicant({ at: new Date(2_000), invitation }),
    await newApplicant({ at: new Date(2_000) }),
  ]
  const page = (after: { at: string; id: number } | null, limit = 2) =>
    request(nats, getApplications, { status: 'pending', after, limit })
  const first = await page(null)
  expect(first.map(({ userId }) => userId)).toEqual([one.user.id, two.user.id])
  expect(first[0]).toMatchObject({ invitation, signs: ['INVITER_SANCTIONED', 'NO_PHOTO'], photoVersion: 0 })
  const next = await page({ at: first[1]?.appliedAt ?? '', id: two.user.id })
  expect(next).toMatchObject([{ userId: late.user.id, signs: [], photoVersion: expect.any(Number) }])
})

test('a refused account can be deleted by its user (10.door.pending)', async () => {
  const { call, user } = await newApplicant({ status: 'refused' })
  await users.updateOne({ _id: user.id }, { $set: {} })
  await auth.db
    .collection('sessions')
    .updateMany({ userId: user.id }, { $set: { confirmedUntil: new Date(Date.now() + 60_000) } })
  expect((await call(deleteAccount)).status).toBe(204)
  expect(await users.countDocuments({ _id: user.id })).toBe(0)
})
