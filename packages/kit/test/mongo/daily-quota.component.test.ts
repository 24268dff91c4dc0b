import { errors } from '@zing/proto/errors'
import { testDatabase } from '@zing/testing/servers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectMongo, createIndexes } from '../../src/mongo/connection.ts'
import { createDailyQuota, dailyUsageModel, eraseUsage, UNNAMED } from '../../src/mongo/daily-quota.ts'
import { createLog } from '../../src/observability/logger.ts'

const MAX = 10
const log = createLog('kit-test', 'silent')
const db = await connectMongo(testDatabase(), log)
const usages = dailyUsageModel(db)
await createIndexes(db, log)
afterAll(() => db.close())

const commands: string[] = []
db.getClient().on('commandStarted', ({ commandName }) => {
  if (commandName !== 'ping') commands.push(commandName)
})

const midnight = Date.UTC(2026, 0, 2)
let now = midnight - 60_000
const quota = createDailyQuota(usages, MAX, { now: () => now })
const ofOtherProcess = createDailyQuota(usages, MAX, { now: () => now })
const exceeded = { status: 429, message: 'Too many requests. Please try again later.', retryAfterSeconds: 60 }
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

let userId = 0
beforeEach(() => {
  userId += 1
  now = midnight - 60_000
})

test('SEC-26 a user gets the quota of new ids a day, and known ids without a database command', async () => {
  await quota.use(userId, range(1, 6))
  await quota.use(userId, [4, 4, 7, 8, 9, 10])
  await expect(quota.use(userId, [10, 11])).rejects.toMatchObject(exceeded)
  commands.length = 0
  await quota.use(userId, range(1, 10))
  await expect(quota.use(userId, [12])).rejects.toMatchObject(exceeded)
  expect(commands).toEqual([])
  expect((await usages.findOne({ _id: new RegExp(`:${userId}$`) }).lean())?.ids.toSorted((a, b) => a - b)).toEqual(
    range(1, 10),
  )
})

test('the quota is counted over all processes and concurrent requests, and is never exceeded', async () => {
  await quota.use(userId, range(1, 4))
  await ofOtherProcess.use(userId, range(1, 9))
  await quota.use(userId, range(5, 10)) // 5 to 9 count once
  await expect(ofOtherProcess.use(userId, [11])).rejects.toMatchObject(exceeded)

  userId += 1
  const uses = range(1, 20).map((id) => (id % 2 ? quota : ofOtherProcess).use(userId, [id]))
  const results = await Promise.allSettled(uses)
  const counted = (await usages.findOne({ _id: new RegExp(`:${userId}$`) }).lean())?.ids ?? []
  const allowed = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [i + 1] : []))
  expect(allowed).toHaveLength(MAX)
  expect(counted.toSorted((a, b) => a - b)).toEqual(allowed)
})

test('the quota is new on the next day, and the old count expires', async () => {
  await quota.use(userId, range(1, 10))
  await expect(quota.use(userId, [11])).rejects.toMatchObject(exceeded)
  now = midnight
  await quota.use(userId, range(11, 20))
  const stored = await usages
    .find({ _id: new RegExp(`:${userId}$`) })
    .sort({ expiresAt: 1 })
    .lean()
  expect(stored.map(({ expiresAt }) => expiresAt.getTime() - midnight)).toEqual([0, 24 * 60 * 60 * 1_000])
  expect(await usages.collection.indexes()).toContainEqual(
    expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
  )
})

test('when more ids than the quota come at once, they are refused', async () => {
  await expect(quota.use(userId, range(1, 11))).rejects.toMatchObject(exceeded)
  await quota.use(userId, range(1, 10))
})

test('quotas count by name, refuse in their own words, and a user may have a lower limit', async () => {
  const likes = createDailyQuota(usages, 3, { name: 'likes', refusal: errors.noLikesLeft, now: () => now })
  const noneLeft = { status: 429, code: 'NO_LIKES_LEFT', retryAfterSeconds: 60 }
  await quota.use(userId, range(1, 10))
  await likes.use(userId, [11])
  await likes.use(userId, [12], 2)
  await expect(likes.use(userId, [13], 2)).rejects.toMatchObject(noneLeft)
  await likes.use(userId, [13])
  await likes.use(userId, [13], 2) // counted already
  await expect(likes.use(userId, [14])).rejects.toMatchObject(noneLeft)
  const stored = await usages.findOne({ _id: new RegExp(`:${userId}:likes$`) }).lean()
  expect(stored?.ids).toEqual([11, 12, 13])
})

test('the erasure of a user covers the named quotas, and the quotas of others', async () => {
  now = Date.now()
  const likes = createDailyQuota(usages, MAX, { name: 'likes' })
  const other = userId + 1_000_000
  await quota.use(userId, [1])
  await likes.use(userId, [2])
  await likes.use(other, [userId, 3])
  await eraseUsage(usages, userId, [UNNAMED, 'likes'])
  const left = await usages.find({ $or: [{ _id: new RegExp(`:(${userId}|${other})(:|$)`) }, { ids: userId }] }).lean()
  expect(left.map(({ ids }) => ids)).toEqual([[3]])
})
