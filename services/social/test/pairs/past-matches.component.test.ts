import { listPastMatches, unlikeUser } from '@zing/proto/http/social'
import { PAST_MATCH_MS } from '@zing/proto/limits'
import { blockCreated } from '@zing/proto/nats/events'
import { getReportable } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const { publishEvent, models, nats, match, newUser } = await setupSocial()

const pastMatches = async ({ call }: TestUser) => (await call(listPastMatches)).body
const unlike = ({ call }: TestUser, { id }: TestUser) => call(unlikeUser, { params: { userId: id } })
async function isReportable({ id: reporterId }: TestUser, { id: userId }: { id: number }): Promise<boolean> {
  return (await request(nats, getReportable, { reporterId, userId })).isReportable
}

async function block({ id: blockerId }: TestUser, { id: blockedId }: TestUser): Promise<void> {
  await publishEvent(blockCreated, { blockerId, blockedId })
  const _id = pairKey(blockerId, blockedId)
  await vi.waitFor(async () => expect((await models.Pair.findById(_id).lean())?.blocked).toBe(true), WAIT)
}

/** Moves the end of a match or a block between two users into the past. */
async function age(a: TestUser, b: TestUser, ms: number): Promise<void> {
  const at = new Date(Date.now() - ms)
  const _id = pairKey(a.id, b.id)
  await models.Pair.updateOne({ _id, matchEndedAt: { $exists: true } }, { $set: { matchEndedAt: at } })
  for (const side of ['loBlockedAt', 'hiBlockedAt'])
    await models.Pair.updateOne({ _id, [side]: { $exists: true } }, { $set: { [side]: at } })
}

test('both see a match that has ended, for thirty days, and may report each other', async () => {
  const [ada, ben] = await match()
  expect(await pastMatches(ada)).toEqual([])
  await unlike(ada, ben)
  const endedAt = expect.any(String)
  const { id, name } = ben.profile
  expect(await pastMatches(ada)).toEqual([{ id, name, selfie: null, endedAt, isBlocked: false }])
  expect((await pastMatches(ben)).map((past) => past.id)).toEqual([ada.id])
  await models.Profile.updateMany({ _id: { $in: [ada.id, ben.id] } }, { $set: { hidden: true } })
  expect([await isReportable(ada, ben), await isReportable(ben, ada)]).toEqual([true, true])

  await age(ada, ben, PAST_MATCH_MS + 1)
  expect([await pastMatches(ada), await pastMatches(ben)]).toEqual([[], []])
  expect([await isReportable(ada, ben), await isReportable(ben, ada)]).toEqual([true, false]) // Ben still likes Ada
  await unlike(ben, ada)
  expect([await isReportable(ada, ben), await isReportable(ben, ada)]).toEqual([false, false])
})

test('after a block that ends the match both are listed as blocked', async () => {
  const [ada, ben] = await match()
  await block(ada, ben)
  expect(await pastMatches(ada)).toMatchObject([{ id: ben.id, selfie: null, isBlocked: true }])
  expect(await pastMatches(ben)).toMatchObject([{ id: ada.id, selfie: null, isBlocked: true }])
  expect([await isReportable(ada, ben), await isReportable(ben, ada)]).toEqual([true, true])
  await age(ada, ben, PAST_MATCH_MS + 1)
  expect([await isReportable(ada, ben), await isReportable(ben, ada)]).toEqual([false, false])
})

test('SEC-67 a past match does not reveal a later block by the other user', async () => {
  const [ada, ben] = await match()
  await unlike(ada, ben)
  const before = await pastMatches(ben)
  await block(ada, ben)
  expect(await pastMatches(ben)).toEqual(before)
  expect(await isReportable(ben, ada)).toBe(true)
  expect(await pastMatches(ada)).toMatchObject([{ id: ben.id, isBlocked: true }]) // Ada’s own block
})

test('SEC-67 a blocking user without a match looks unknown to a reporter, but may report', async () => {
  const [ada, ben] = [newUser(), newUser()]
  expect(await isReportable(ben, ada)).toBe(true)
  await block(ada, ben)
  expect([await isReportable(ben, ada), await isReportable(ada, ben)]).toEqual([false, true])
  await publishEvent(blockCreated, { blockerId: ben.id, blockedId: ada.id })
  await vi.waitFor(async () => expect(await isReportable(ben, ada)).toBe(true), WAIT) // Ben’s own block
})

test('users who match again are no past match, and strangers never were one', async () => {
  const [ada, ben] = await match()
  await unlike(ada, ben)
  await ada.like(ben)
  expect(await pastMatches(ben)).toEqual([])
  const [cleo, dan] = [newUser(), newUser()]
  await cleo.like(dan)
  await unlike(cleo, dan)
  await block(cleo, dan)
  expect([await pastMatches(cleo), await pastMatches(dan)]).toEqual([[], []])
})

test('the latest past match comes first', async () => {
  const [ada, ben] = await match()
  const cleo = newUser({ name: 'Cleo' })
  await ada.like(cleo)
  await cleo.like(ada)
  await unlike(ada, ben)
  await unlike(ada, cleo)
  expect((await pastMatches(ada)).map(({ id }) => id)).toEqual([cleo.id, ben.id])
})

test('a user may report a stranger of the feed, but no hidden or unknown user or themselves', async () => {
  const [ada, ben] = [newUser(), newUser()]
  expect(await isReportable(ada, ben)).toBe(true)
  expect([await isReportable(ada, ada), await isReportable(ada, { id: 999_999 })]).toEqual([false, false])
  await models.Profile.updateOne({ _id: ben.id }, { $set: { hidden: true } })
  expect(await isReportable(ada, ben)).toBe(false)
  await ben.like(ada)
  expect(await isReportable(ada, ben)).toBe(true)
})
