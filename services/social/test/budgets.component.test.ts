import { randomUUID } from 'node:crypto'
import { currentRequestId } from '@zing/kit/observability/trace-context'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import { setDiscoveryPreferences } from '@zing/proto/http/discovery'
import * as contract from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { serviceClient } from '@zing/testing/client'
import { onMongoCommand } from '@zing/testing/mongo/mongo-commands'
import { testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Config } from '../src/config.ts'
import type { Ctx } from '../src/context.ts'
import { createModels } from '../src/models/models.ts'
import { countUnread } from '../src/notifications/count-unread.ts'
import { start } from '../src/start.ts'
import { buildReplica } from './build-replica.ts'
import { insertInParts } from './insert-in-parts.ts'
import { readsOf } from './setup-social.ts'

const env = await testEnv()
// without NATS: event handlers would run beside the requests, and their commands would count
const social = await start(Config.parse({ ...env, NATS_URL: 'nats://127.0.0.1:1' }))
const service = mongoose.connections.find(({ name }) => env.MONGO_URL.endsWith(name))
if (!service) throw new Error('the service has no connection')
afterAll(() => social.stop())

const commands: { requestId: string | undefined; text: string }[] = []
/** A user of one test alone: meanwhile the service counts the unread notifications of other users. */
const UNREAD_READER = 90
let feedQuery: mongoose.mongo.Document = {}
let discoverQuery: mongoose.mongo.Document = {}
let unreadQuery: mongoose.mongo.Document = {}
let viewerQuery: mongoose.mongo.Document = {}
onMongoCommand(env.MONGO_URL, ({ commandName, command }) => {
  const isRelay = JSON.stringify(command).includes('outbox.0') // the relay runs beside the requests
  if (command.aggregate === 'people') {
    const { $db: _db, lsid: _lsid, ...query } = command
    if (!query.hint) viewerQuery = query
    else if (Object.keys(query.hint)[0] === 'createdAt') feedQuery = query
    else discoverQuery = query
  }
  if (command.find === 'notifications' && command.filter.userId?.$in?.includes(UNREAD_READER)) {
    const { $db: _db, lsid: _lsid, ...query } = command
    unreadQuery = query
  }
  if (!isRelay) commands.push({ requestId: currentRequestId(), text: `${commandName} ${command[commandName]}` })
})

const { Notification, Pair, Profile } = createModels(service)
const clientOf = (userId: number) => serviceClient(social.url, env.INTERNAL_TOKEN_SECRET, { userId, sid: randomUUID() })
const ada = clientOf(1)

beforeAll(async () => {
  await Profile.insertMany(Array.from({ length: 120 }, (_, i) => buildReplica(i + 1)))
})

/** The pipelines of the viewer's query that read decisions. */
function decisionPipelines(): mongoose.mongo.Document[][] {
  const lookups = viewerQuery.pipeline.flatMap(({ $lookup }: mongoose.mongo.Document) => $lookup ?? [])
  return lookups
    .filter(({ as }: { as: string }) => as !== 'likers')
    .map(({ pipeline }: mongoose.mongo.Document) => pipeline)
}

/** Returns the database commands of the request, not counting background work. */
async function commandsOf(work: () => Promise<{ status: number; headers: Headers }>): Promise<string[]> {
  const { status, headers } = await work()
  expect(status).toBe(200)
  const id = headers.get(REQUEST_ID_HEADER)
  return commands.filter(({ requestId }) => requestId === id).map(({ text }) => text)
}

/** Also leaves out the event of a like, which is handled in its request's name, perhaps before the response. */
async function pairCommandsOf(work: Parameters<typeof commandsOf>[0]): Promise<string[]> {
  const all = await commandsOf(work)
  const committed = all.indexOf('findAndModify pairs') + 1
  return [...all.slice(0, committed), ...all.slice(committed).filter((text) => text === 'aggregate pairs')]
}

test('a like, an unlike, and a like that makes a match take four database commands', async () => {
  const four = ['find people', 'find pairs', 'findAndModify pairs', 'aggregate pairs']
  const like = () => ada.call(contract.likeUser, { body: { likedId: 2 } })
  expect(await pairCommandsOf(like)).toEqual(four)
  await vi.waitFor(async () => expect(await Pair.exists({ 'outbox.0': { $exists: true } })).toBeNull(), WAIT)
  expect(await pairCommandsOf(() => ada.call(contract.unlikeUser, { params: { userId: 2 } }))).toEqual(four)
  await clientOf(3).call(contract.likeUser, { body: { likedId: 4 } })
  await vi.waitFor(async () => expect(await Notification.exists({ userId: 4, aboutId: 3 })).not.toBeNull(), WAIT)
  expect(await pairCommandsOf(() => clientOf(4).call(contract.likeUser, { body: { likedId: 3 } }))).toEqual(four)
})

const FEED = ['aggregate people', 'find pairs', 'aggregate pairs']

test('at any cursor, a page of the feed takes three database commands, and a fourth to count', async () => {
  const reader = clientOf(8)
  let next = ''
  const first = async () => {
    const response = await reader.call(contract.listUsers)
    next = /cursor=([\w-]+)/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
    return response
  }
  const second = () => reader.call(contract.listUsers, { query: { cursor: next } })
  for (const page of [first, second]) {
    expect(await commandsOf(page)).toEqual([...FEED, 'update daily_usage'])
    expect(next).not.toBe('')
    expect(await commandsOf(page)).toEqual(FEED)
  }
})

const DISCOVER = ['aggregate people', 'aggregate people', 'aggregate pairs']
const FIRST_PERSON = 10_000
/** Likes of other tests have lower ids. */
const FIRST_ENTRY = 10_000

/** Inserts users of all ages, one woman in four users, each older than the users before. */
async function insertPeople(from: number, to: number): Promise<void> {
  const people = Array.from({ length: to - from }, (_, offset) => {
    const i = from + offset
    const [gender, age] = [i % 4 === 0 ? 'female' : 'male', 20 + (i % 50)] as const
    return buildReplica(FIRST_PERSON + i, { gender, age, createdAt: new Date(1e9 - i) })
  })
  const collection = Profile.db.collection<{ _id: number }>('people')
  await insertInParts(people, (part) => collection.insertMany(part))
}

/** The documents that the query of the last page of discover examines. */
async function examined(): Promise<{ totalKeysExamined: number; totalDocsExamined: number }> {
  const plan = await service?.db?.command({ explain: discoverQuery, verbosity: 'executionStats' })
  const { totalKeysExamined, totalDocsExamined } = plan?.executionStats ?? {}
  return { totalKeysExamined, totalDocsExamined }
}

test('when 1 % fit, a page of discover takes three database commands, and a fourth for the day (10.discovery.query)', async () => {
  await insertPeople(0, 4_000)
  const reader = clientOf(10)
  const page = (query: object = {}) =>
    reader.call(contract.listUsers, { query: { scope: 'discover', limit: 10, ...query } })
  expect(await commandsOf(page)).toEqual([...DISCOVER, 'update daily_usage', 'update people'])
  expect(await commandsOf(page)).toEqual(DISCOVER)

  await reader.call(setDiscoveryPreferences, {
    body: { ...NO_PREFERENCES, genders: ['female'], ageMin: 40, ageMax: 41 },
  })
  await page()
  expect(await commandsOf(page)).toEqual(DISCOVER)
  const { body, headers } = await page()
  expect(body.map(({ gender, age }) => [gender, age >= 40 && age <= 41])).toEqual(Array(10).fill(['female', true]))
  const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
  await page({ cursor })
  expect(await commandsOf(() => page({ cursor }))).toEqual(DISCOVER)
})

test('a page of discover reads one index in its order, and no more of it with more users', async () => {
  const reader = clientOf(12)
  const page = (query: object = {}) =>
    reader.call(contract.listUsers, { query: { scope: 'discover', limit: 10, ...query } })
  await reader.call(setDiscoveryPreferences, {
    body: { ...NO_PREFERENCES, genders: ['female'], ageMin: 40, ageMax: 41 },
  })
  const cursor = /cursor=([\w-]+)/.exec((await page()).headers.get('link') ?? '')?.[1] ?? ''
  for (const query of [{}, { cursor }]) {
    await page(query)
    const plan = await service.db?.command({ explain: discoverQuery, verbosity: 'queryPlanner' })
    const winningPlan = JSON.stringify(plan?.queryPlanner.winningPlan)
    expect(winningPlan).toContain('"indexName":"openTo_1_feedClass_1_createdAt_-1__id_-1"')
    expect(winningPlan).toContain('"stage":"SORT_MERGE"')
    expect(winningPlan).not.toMatch(/"stage":"(?:SORT|COLLSCAN)"/)
  }
  await page()
  const few = await examined()
  await insertPeople(4_000, 8_000)
  expect(await examined()).toEqual(few)
  // one in three users of the class fits; the query reads until the eleventh
  expect(few).toEqual({ totalKeysExamined: 31, totalDocsExamined: 31 })
  await Profile.deleteMany({ _id: { $gte: FIRST_PERSON } })
})

test('the indexes of both sides return the latest decisions of a viewer in their order', async () => {
  await clientOf(11).call(contract.listUsers, { query: { scope: 'discover' } })
  const indexes: (string | undefined)[] = []
  for (const pipeline of decisionPipelines()) {
    const explain = { aggregate: 'pairs', pipeline, cursor: {} }
    const plan = await service.db?.command({ explain, verbosity: 'queryPlanner' })
    const winningPlan = JSON.stringify(plan?.queryPlanner.winningPlan)
    indexes.push(/"indexName":"([^"]+)"/.exec(winningPlan)?.[1])
    expect(winningPlan).not.toMatch(/"stage":"(?:SORT|COLLSCAN)"/)
  }
  expect(indexes).toEqual([
    'members.0_1_loLikedAt_-1__id_-1',
    'members.1_1_hiLikedAt_-1__id_-1',
    'members.0_1_loPassedAt_-1',
    'members.1_1_hiPassedAt_-1',
  ])
})

test('a page of the feed reads its index alone, without filter, sorting and extra profiles', async () => {
  const { headers } = await ada.call(contract.listUsers)
  const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
  for (const query of [{}, { cursor }]) {
    await ada.call(contract.listUsers, { query })
    const plan = await service.db?.command({ explain: feedQuery, verbosity: 'executionStats' })
    expect(JSON.stringify(plan?.queryPlanner.winningPlan)).toContain('"indexName":"createdAt_-1__id_-1"')
    expect(JSON.stringify(plan?.queryPlanner.winningPlan)).not.toMatch(/"stage":"(?:SORT|COLLSCAN)"|epoch/)
    expect(plan?.executionStats.totalDocsExamined).toBeLessThanOrEqual(FEED_PAGE_SIZE + 2) // also the viewer and the row of the cursor
  }
})

test('a profile and the list of matches take three commands, and a fourth to count a profile', async () => {
  const profile = () => clientOf(9).call(contract.getProfile, { params: { id: 3 } })
  expect(await commandsOf(profile)).toHaveLength(4)
  expect(await commandsOf(profile)).toHaveLength(3)
  expect((await commandsOf(() => ada.call(contract.listMatches))).length).toBeLessThanOrEqual(3)
})

test('to count the unread notifications, the database reads the unread ones alone', async () => {
  const common = { userId: UNREAD_READER, type: 'LIKE' as const, isCleared: false, createdAt: new Date(), epoch: 0 }
  const entries = Array.from({ length: 300 }, (_, i) => ({
    ...common,
    _id: FIRST_ENTRY + i,
    aboutId: i + 1,
    cause: `like:${i}`,
  }))
  await Notification.insertMany(entries.map((entry, i) => ({ ...entry, readAt: i < 3 ? null : new Date() })))
  const ctx = { reads: readsOf(createModels(service)) } as unknown as Ctx // the used part
  expect(await countUnread(ctx, UNREAD_READER, 'like:0')).toBe(3)
  const plan = await service.db?.command({ explain: unreadQuery, verbosity: 'executionStats' })
  expect(plan?.executionStats.totalKeysExamined).toBe(3)
})

test('likes of a popular user take no more commands, and refresh the count without an event', async () => {
  const fans = Array.from({ length: 1_003 }, (_, i) => ({ _id: `5:${i + 1_000}`, members: [5, i + 1_000], liked: [5] }))
  await Pair.insertMany(fans.map((pair) => ({ ...pair, rev: 1, epoch: 0 })))
  const shownCount = async () => (await ada.call(contract.getProfile, { params: { id: 5 } })).body.likeCount
  await clientOf(6).call(contract.likeUser, { body: { likedId: 5 } })
  await expect.poll(shownCount).toBe(1_004)
  await clientOf(7).call(contract.likeUser, { body: { likedId: 5 } })
  await expect.poll(shownCount).toBe(1_005)
  expect(await commandsOf(() => ada.call(contract.getProfile, { params: { id: 5 } }))).toEqual([
    'find people',
    'find pairs',
  ])
})
