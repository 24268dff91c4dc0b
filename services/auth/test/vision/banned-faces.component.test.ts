import { updateUser } from '@zing/proto/http/auth'
import { addPhoto, orderPhotos } from '@zing/proto/http/photos'
import { sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { deleteUser } from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { beforeEach, expect, test, vi } from 'vitest'
import { versionOf } from '../pictures.ts'
import { grey, setupVision } from './setup-vision.ts'

const vision = await setupVision()
const { state, publish, newUser, matches, allSeen, publishEvent, eventsHandled, nats, db, questions } = vision
const { asked } = await vision.startVision()
type User = Awaited<ReturnType<typeof newUser>>
interface BanRecord {
  _id: number
  faces?: unknown[]
  expiresAt: Date
}
const records = db.collection<BanRecord>('banRecords')
const DAY_MS = 24 * 60 * 60 * 1_000
const on = { people: { verification: 'off' as const, nakednessFrom: null, bannedFaces: true } }

/** Each grey is a face of its own; neighbours are alike. The darkest has no face. */
function faceOf(level: number) {
  if (level < 20) return null
  const person = Math.floor(level / 20)
  const values = Int8Array.from({ length: 16 }, (_, index) => (index === person ? 120 : level % 20))
  return { model: 'test', values: Buffer.from(values).toString('base64') }
}
state.answer = ({ face }, level) => (face ? { face: faceOf(level), faceCount: 1 } : {})
beforeEach(() => publish(on))

let decisions = 0
async function ban({ user }: User) {
  decisions += 1
  const taken = { userId: user.id, decisionId: decisions, action: 'ban' as const, reason: 'scam' as const, text: null }
  await publishEvent(sanctionImposed, { ...taken, field: null, until: null }, { at: new Date().toISOString() })
  await eventsHandled()
  await allSeen()
  return { ...taken, field: null }
}
const facesOf = async (decisionId: number) => (await records.findOne({ _id: decisionId }))?.faces
const signsOf = ({ user }: User) => matches.filter(({ userId, sign }) => userId === user.id && sign === 'face')
const allReported = () =>
  vi.waitFor(async () => expect(await db.collection('banMatches').countDocuments()).toBe(0), WAIT)

/** A member of long standing. */
async function newMember(more: Record<string, unknown> = {}): Promise<User> {
  const member = await newUser(more)
  const longAgo = { $set: { createdAt: new Date(Date.now() - 100 * DAY_MS) } }
  await db.collection<{ _id: number }>('users').updateOne({ _id: member.user.id }, longAgo)
  await allSeen()
  return member
}
const add = async ({ call }: User, level: number) =>
  Number((await call(addPhoto, { body: { photo: await grey(level) } })).body.id)

test('SEC-145 an account with a banned face is reported, not refused, and its face not stored', async () => {
  const banned = await newUser({ selfie: await grey(50) })
  const { decisionId } = await ban(banned)
  expect(await facesOf(decisionId)).toEqual([faceOf(50)])
  const [again, other] = [await newUser({ selfie: await grey(52) }), await newUser({ selfie: await grey(90) })]
  await allSeen()
  await allReported()
  expect(signsOf(again)).toEqual([
    {
      matchId: `${again.user.id}:${decisionId}:face`,
      userId: again.user.id,
      sign: 'face',
      bannedUserId: banned.user.id,
      decisionId,
      epoch: 0,
    },
  ])
  expect(signsOf(other)).toEqual([])
  const stored = await Promise.all((await db.listCollections()).map(({ name }) => db.collection(name).find().toArray()))
  expect(JSON.stringify(stored).split(String(faceOf(50)?.values)).length - 1).toBe(1)
  expect(JSON.stringify(stored)).not.toContain(faceOf(52)?.values)
})

test('all photos of a banned user with a face count, and a repeated ban adds none', async () => {
  const banned = await newUser({ selfie: await grey(110) })
  for (const level of [5, 130]) await add(banned, level)
  await allSeen()
  const { decisionId, ...ban1 } = await ban(banned)
  await publishEvent(sanctionImposed, { ...ban1, decisionId, until: null }, { at: new Date(0).toISOString() })
  await eventsHandled()
  await allSeen()
  expect(await facesOf(decisionId)).toHaveLength(2)
})

test('a member of long standing is compared by a new main photo only', async () => {
  const { decisionId } = await ban(await newUser({ selfie: await grey(150) }))
  const member = await newMember({ selfie: await grey(90) })
  const before = asked.length
  const version = await add(member, 152)
  await allSeen()
  expect(asked.length).toBe(before)
  const order = [version, versionOf(member.user.selfie)].map(String)
  expect((await member.call(orderPhotos, { body: { order } })).status).toBe(200)
  await allSeen()
  await allReported()
  expect(signsOf(member)).toMatchObject([{ decisionId }])
  const other = await newMember()
  await other.call(updateUser, { body: { selfie: await grey(151) } })
  await allSeen()
  await allReported()
  expect(signsOf(other)).toMatchObject([{ decisionId }])
})

test('the faces outlive the account, and end with the ban, with the setting and with the record', async () => {
  const banned = await newUser({ selfie: await grey(170) })
  const imposed = await ban(banned)
  await request(nats, deleteUser, { userId: banned.user.id })
  expect(await facesOf(imposed.decisionId)).toHaveLength(1)
  await publishEvent(sanctionLifted, imposed, { at: new Date(Date.now() + 1_000).toISOString() })
  await eventsHandled()
  expect(await records.findOne({ _id: imposed.decisionId })).toBeNull()

  const { decisionId } = await ban(await newUser({ selfie: await grey(190) }))
  await records.updateOne({ _id: decisionId }, { $set: { expiresAt: new Date() } })
  const later = await newUser({ selfie: await grey(190) })
  await allSeen()
  expect(await db.collection('banMatches').countDocuments({ userId: later.user.id })).toBe(0)

  const kept = await ban(await newUser({ selfie: await grey(210) }))
  expect(await facesOf(kept.decisionId)).toHaveLength(1)
  await publish()
  await vi.waitFor(async () => expect(await records.countDocuments({ faces: { $exists: true } })).toBe(0), WAIT)
  expect(await records.countDocuments({ _id: kept.decisionId })).toBe(1)
})

test('where the community keeps no faces, nobody is asked and nothing is kept', async () => {
  await publish()
  const before = asked.length
  const { decisionId } = await ban(await newUser({ selfie: await grey(230) }))
  await newUser({ selfie: await grey(230) })
  expect([await questions.countDocuments(), asked.length, await facesOf(decisionId)]).toEqual([0, before, undefined])
})

test('a reset deletes faces and questions', async () => {
  const { decisionId } = await ban(await newUser({ selfie: await grey(70) }))
  state.answer = () => 'away'
  await newUser({ selfie: await grey(70) })
  expect([await facesOf(decisionId), await questions.countDocuments()]).toEqual([[faceOf(70)], 1])
  await request(nats, resetOf('auth'), { epoch: 1 })
  expect([await records.countDocuments(), await questions.countDocuments()]).toEqual([0, 0])
})
