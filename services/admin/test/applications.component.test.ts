import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { pathOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { decideApplication, getApplicantPhoto, listApplications } from '@zing/proto/http/staff/applications'
import { APPLICATION_DUE_MS } from '@zing/proto/limits'
import * as rpc from '@zing/proto/nats/rpc/applications'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photoOf } from './moderation-world.ts'
import { setupModeration } from './setup-moderation.ts'

const admin = await setupModeration()
const { newUser, auditEntries } = admin
const moderator = newUser({ role: 'moderator' })

interface FakeApplicant {
  status: 'active' | 'pending' | 'refused'
  isAsked: boolean
  photoVersion: number
}
/** Holds back what auth answers, until all moderators have asked. */
let meeting: (() => Promise<void>) | null = null
const applicants = new Map<number, FakeApplicant>()
const appliedAt = new Date(1_000_000).toISOString()

await admin.serveRpcAs('auth-applications', [
  rpcHandler(rpc.getApplication, async ({ userId }) => {
    const found = applicants.get(userId)
    const answer = found ? { ...found } : null
    await meeting?.()
    return answer
  }),
  rpcHandler(rpc.judgeApplication, async ({ userId, decision, seen }) => {
    const found = applicants.get(userId)
    if (!found) throw errors.userNotFound()
    if (found.status !== seen) throw errors.applicationDecided()
    if (decision === 'ask') found.isAsked = true
    else found.status = decision === 'approve' ? 'active' : 'refused'
    return { status: found.status }
  }),
  rpcHandler(rpc.getApplications, async ({ status, after, limit }) =>
    [...applicants]
      .filter(([id, applicant]) => applicant.status === status && id > (after?.id ?? 0))
      .slice(0, limit)
      .map(([userId, { photoVersion }]) => ({
        userId,
        profile: {
          ...{ name: 'Ada', age: 30, gender: 'other', orientation: 'other', username: 'ada', createdAt: appliedAt },
          ...{ bio: null, prompts: [], interests: [], lookingFor: null },
        },
        photoVersion,
        application: { question: 'Why?', answer: 'Because' },
        invitation: { id: 3, byId: moderator.id, label: 'Walks' },
        signs: ['NO_PHOTO' as const],
        appliedAt,
        status,
      })),
  ),
])

function newApplicant(more: Partial<FakeApplicant> = {}) {
  const user = newUser({ photo: photoOf(700_000) })
  applicants.set(user.id, { status: 'pending', isAsked: false, photoVersion: 1, ...more })
  return user
}

const decide = (userId: number, body: object, by: Pick<typeof moderator, 'call'> = moderator) =>
  by.call(decideApplication, { params: { userId }, body })

test('moderators see the queue in pages, with due time, inviter, photo and signs (10.door.approval)', async () => {
  const [one, two] = [newApplicant(), newApplicant({ photoVersion: 0 })]
  const match = {
    id: 1,
    reporterId: 0,
    category: 'ban-evasion',
    createdAt: new Date(),
    evidenceHash: '',
    selfieVersion: 0,
  }
  await admin.cases.insertOne({
    ...{ _id: 1, kind: 'report', status: 'closed', userId: one.id, severity: 1, dueReporterId: 0, claim: null },
    ...{ openedAt: new Date(), dueAt: new Date(), closedAt: new Date(), decisions: [], notes: [], appeal: null },
    ...{ hasEvidence: false, rev: 1, epoch: 0, outbox: [] },
    reports: [{ ...match, text: null, match: { id: 'x', sign: 'photo', caseId: null } }],
  } as never)
  const first = await moderator.call(listApplications, { query: { limit: 1 } })
  expect(first.body).toEqual([
    {
      ...{
        user: { id: one.id, name: one.name, username: one.username },
        profile: expect.any(Object),
        status: 'pending',
      },
      photo: pathOf(getApplicantPhoto, { userId: one.id }),
      application: { question: 'Why?', answer: 'Because' },
      invitation: {
        invitationId: 3,
        label: 'Walks',
        by: { id: moderator.id, name: moderator.name, username: moderator.username },
      },
      signs: ['NO_PHOTO', 'BANNED_PHOTO'],
      appliedAt,
      dueAt: new Date(Date.parse(appliedAt) + APPLICATION_DUE_MS).toISOString(),
    },
  ])
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await moderator.call(listApplications, { query: { limit: 1, cursor } })
  expect(second.body.map(({ user, photo }) => [user.id, photo])).toEqual([[two.id, null]])
  expect(second.headers.get('link')).toBeNull()
})

test('members may neither see the queue nor decide (10.door.approval)', async () => {
  const [applicant, member] = [newApplicant(), newUser()]
  expect((await member.call(listApplications)).status).toBe(403)
  expect((await decide(applicant.id, { decision: 'approve' }, member)).status).toBe(403)
  expect((await member.fetch(getApplicantPhoto, { userId: applicant.id })).status).toBe(403)
})

test('the photo of an applicant is for moderators, while the account waits (10.door.approval)', async () => {
  const [applicant, member] = [newApplicant(), newApplicant({ status: 'active' })]
  const response = await moderator.fetch(getApplicantPhoto, { userId: applicant.id })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(Buffer.from(await response.arrayBuffer())).toEqual(admin.users.get(applicant.id)?.photo)
  expect((await moderator.fetch(getApplicantPhoto, { userId: member.id })).status).toBe(404)
  expect((await moderator.fetch(getApplicantPhoto, { userId: 999_999 })).status).toBe(404)
})

test('each decision is in the audit log before it takes effect (10.door.approval)', async () => {
  const [one, two, three] = [newApplicant(), newApplicant(), newApplicant()]
  expect(await decide(one.id, { decision: 'approve' })).toMatchObject({ status: 201, body: { status: 'active' } })
  expect(await decide(two.id, { decision: 'refuse', reason: 'No' })).toMatchObject({ body: { status: 'refused' } })
  expect(await decide(three.id, { decision: 'ask', question: 'Who?' })).toMatchObject({ body: { status: 'pending' } })
  const actorId = moderator.id
  expect((await auditEntries()).slice(-3)).toMatchObject([
    { action: 'application.approved', actorId, userId: one.id },
    { action: 'application.refused', actorId, userId: two.id },
    { action: 'application.asked', actorId, userId: three.id },
  ])
  expect(await decide(two.id, { decision: 'approve' })).toMatchObject({ status: 201, body: { status: 'active' } })
})

test('decided, asked, unknown and own applications are refused (10.door.approval)', async () => {
  const before = (await auditEntries()).length
  const [active, refused, asked] = [
    newApplicant({ status: 'active' }),
    newApplicant({ status: 'refused' }),
    newApplicant({ isAsked: true }),
  ]
  const codes = [
    decide(active.id, { decision: 'approve' }),
    decide(refused.id, { decision: 'refuse' }),
    decide(refused.id, { decision: 'ask', question: 'Who?' }),
    decide(asked.id, { decision: 'ask', question: 'Who?' }),
    decide(999_999, { decision: 'approve' }),
    decide(moderator.id, { decision: 'approve' }),
    decide(asked.id, { decision: 'ask' }),
  ]
  const answers = (await Promise.all(codes)).map(({ status, body }) => [status, (body as { code?: string }).code])
  expect(answers).toEqual([
    [409, 'APPLICATION_DECIDED'],
    [409, 'APPLICATION_DECIDED'],
    [409, 'APPLICATION_DECIDED'],
    [409, 'ALREADY_ASKED'],
    [404, 'USER_NOT_FOUND'],
    [403, errors.notAllowed().body.code],
    [400, errors.invalidRequest().body.code],
  ])
  expect(await auditEntries()).toHaveLength(before)
})

test('of two moderators on two processes exactly one decides, with one entry of the log (10.door.approval)', async () => {
  const second = await admin.startInstance()
  const other = second.newUser(newUser({ role: 'moderator' }).id, 'moderator')
  await vi.waitFor(async () => expect((await other.call(listApplications)).status).toBe(200), WAIT) // NATS is connected
  for (let round = 0; round < 10; round++) {
    const { id } = newApplicant()
    const wait = meetingOf(3)
    const answered = Promise.withResolvers<void>()
    meeting = () => Promise.race([wait(), answered.promise])
    const decisions = [
      decide(id, { decision: 'approve' }),
      decide(id, { decision: 'refuse' }, other),
      decide(id, { decision: 'approve' }, other),
    ]
    for (const decision of decisions) void decision.then(() => answered.resolve())
    const results = await Promise.all(decisions)
    if (results.some(({ status }) => status === 503)) continue // too slow a machine: the outcome is unknown
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await auditEntries()).filter(({ userId }) => userId === id)).toHaveLength(1)
  }
  meeting = null
})

function meetingOf(size: number): () => Promise<void> {
  const complete = Promise.withResolvers<void>()
  let present = 0
  return () => {
    present += 1
    if (present === size) complete.resolve()
    return complete.promise
  }
}
