import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { decideVerification, getVerificationPicture, listVerifications } from '@zing/proto/http/staff/verifications'
import { PHOTO_PART_BYTES } from '@zing/proto/nats/rpc/auth'
import * as rpc from '@zing/proto/nats/rpc/verifications'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photoOf } from './moderation-world.ts'
import { setupModeration } from './setup-moderation.ts'

const admin = await setupModeration()
const { newUser, auditEntries } = admin
const moderator = newUser({ role: 'moderator' })
const sentAt = new Date(1_000_000).toISOString()
const POSES = ['smile' as const, 'look-up' as const]
const SIGNS = {
  poses: [
    { pose: 'smile' as const, fits: 0.9 },
    { pose: 'look-up' as const, fits: null },
  ],
  likeness: 0.8,
  oneFace: 0.9,
}

interface Waiting {
  userId: number
  picture: Buffer
  verdict?: object
}
const verifications = new Map<number, Waiting>()
const waiting = (id: number) => (verifications.get(id)?.verdict ? undefined : verifications.get(id))
/** Holds back what auth answers, until all moderators have asked. */
let meeting: (() => Promise<void>) | null = null

await admin.serveRpcAs('auth-verifications', [
  rpcHandler(rpc.getVerifications, async ({ after, limit }) => {
    const found = [...verifications].filter(([id, { userId }]) => waiting(id) && userId > (after?.id ?? 0))
    const page = found.slice(0, limit)
    const [, last] = page.at(-1) ?? []
    return {
      verifications: page.map(([id, { userId }]) => ({ id, userId, poses: POSES, signs: SIGNS, attempt: 2, sentAt })),
      next: last && found.length > limit ? { at: sentAt, id: last.userId } : null,
    }
  }),
  rpcHandler(rpc.getVerification, async ({ id }) => {
    const found = waiting(id)
    await meeting?.()
    return found ? { userId: found.userId } : null
  }),
  rpcHandler(rpc.getVerificationPart, async ({ id, name, offset }) => {
    const bytes = name === '1' ? waiting(id)?.picture : undefined
    if (!bytes) return null
    return { part: bytes.subarray(offset, offset + PHOTO_PART_BYTES).toString('base64'), totalBytes: bytes.length }
  }),
  rpcHandler(rpc.judgeVerification, async ({ id, ...verdict }) => {
    const found = waiting(id)
    if (!found) throw errors.verificationDecided()
    found.verdict = verdict
    return {}
  }),
])

let settingsVersion = 0
async function setMode(verification: Settings['people']['verification']): Promise<void> {
  settingsVersion += 1
  const settings = { ...DEFAULT_SETTINGS, people: { ...DEFAULT_SETTINGS.people, verification } }
  const stored = { _id: settingsVersion as never, at: new Date(), authorId: 1, changes: [], settings, outbox: [] }
  await admin.db.collection('settings').insertOne(stored)
  const status = verification === 'off' ? 404 : 200
  await vi.waitFor(async () => expect((await moderator.call(listVerifications)).status).toBe(status), WAIT)
}
await setMode('offered')

let lastId = 0
function newVerification(userId = newUser().id) {
  lastId += 1
  verifications.set(lastId, { userId, picture: photoOf(700_000) })
  return { id: lastId, userId }
}

const decide = (id: number, body: object, by: Pick<typeof moderator, 'call'> = moderator) =>
  by.call(decideVerification, { params: { id }, body })

test('moderators see the queue in pages, with names, pictures, poses and signs', async () => {
  const [one, two] = [newVerification(), newVerification()]
  const first = await moderator.call(listVerifications, { query: { limit: 1 } })
  const folder = `/api/moderation/verifications/${one.id}/pictures`
  expect(first.body).toEqual([
    {
      id: one.id,
      user: { id: one.userId, name: `User ${one.userId}`, username: `user${one.userId}` },
      photo: `${folder}/photo`,
      frames: [
        { pose: 'smile', path: `${folder}/0` },
        { pose: 'look-up', path: `${folder}/1` },
      ],
      signs: SIGNS,
      attempt: 2,
      sentAt,
    },
  ])
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await moderator.call(listVerifications, { query: { limit: 1, cursor } })
  expect(second.body.map(({ id }) => id)).toEqual([two.id])
  expect(second.headers.get('link')).toBeNull()
})

test('members may neither see the queue, nor a picture, nor decide', async () => {
  const [{ id }, member] = [newVerification(), newUser()]
  expect((await member.call(listVerifications)).status).toBe(403)
  expect((await member.call(getVerificationPicture, { params: { id, name: '1' } })).status).toBe(403)
  expect((await decide(id, { decision: 'verify' }, member)).status).toBe(403)
  expect(verifications.get(id)).not.toHaveProperty('verdict')
})

test('a picture is for moderators while it waits', async () => {
  const { id } = newVerification()
  const read = (name: string) => moderator.fetch(getVerificationPicture, { id, name: name as never })
  const response = await read('1')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(Buffer.from(await response.arrayBuffer())).toEqual(verifications.get(id)?.picture)
  expect((await read('2')).status).toBe(400)
  await decide(id, { decision: 'verify' })
  expect((await read('1')).status).toBe(404)
})

test('each decision is in the audit log, without the words for the member', async () => {
  const [one, two] = [newVerification(), newVerification()]
  expect((await decide(one.id, { decision: 'verify' })).status).toBe(201)
  expect((await decide(two.id, { decision: 'refuse', reason: 'pose', text: 'Look up' })).status).toBe(201)
  expect(verifications.get(one.id)?.verdict).toEqual({ decision: 'verify' })
  expect(verifications.get(two.id)?.verdict).toEqual({ decision: 'refuse', reason: 'pose', text: 'Look up' })
  const entries = (await auditEntries()).slice(-2)
  expect(entries).toMatchObject([
    { action: 'verification.verified', actorId: moderator.id, userId: one.userId, details: {} },
    { action: 'verification.refused', actorId: moderator.id, userId: two.userId, details: { reason: 'pose' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('Look up')
})

test('decided, unknown and own verifications are refused, and a refusal needs a reason', async () => {
  const before = (await auditEntries()).length
  const [decided, open] = [newVerification(), newVerification()]
  Object.assign(verifications.get(decided.id) ?? {}, { verdict: {} })
  const answers = await Promise.all([
    decide(decided.id, { decision: 'verify' }),
    decide(999_999, { decision: 'verify' }),
    decide(newVerification(moderator.id).id, { decision: 'verify' }),
    decide(open.id, { decision: 'refuse' }),
  ])
  expect(answers.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual([
    [409, 'VERIFICATION_DECIDED'],
    [409, 'VERIFICATION_DECIDED'],
    [403, 'CASE_REFUSED'],
    [400, 'INVALID_REQUEST'],
  ])
  expect(await auditEntries()).toHaveLength(before)
})

test('of two moderators at once exactly one decides, with one entry of the log', async () => {
  const other = newUser({ role: 'moderator' })
  for (let round = 0; round < 5; round++) {
    const { id, userId } = newVerification()
    const both = Promise.withResolvers<void>()
    let asked = 0
    meeting = async () => {
      asked += 1
      if (asked >= 2) both.resolve()
      await both.promise
    }
    const results = await Promise.all([
      decide(id, { decision: 'verify' }),
      decide(id, { decision: 'refuse', reason: 'pose' }, other),
    ])
    if (results.some(({ status }) => status === 503)) continue // too slow a machine: the outcome is unknown
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await auditEntries()).filter((entry) => entry.userId === userId)).toHaveLength(1)
  }
  meeting = null
})

test('where the community does not verify, every call is 404', async () => {
  const { id } = newVerification()
  await setMode('off')
  const calls = [
    moderator.call(listVerifications),
    moderator.call(getVerificationPicture, { params: { id, name: '1' } }),
    decide(id, { decision: 'verify' }),
  ]
  for (const { status, body } of await Promise.all(calls))
    expect([status, (body as { code?: string }).code]).toEqual([404, 'FEATURE_OFF'])
  expect(verifications.get(id)).not.toHaveProperty('verdict')
})
