import { randomUUID } from 'node:crypto'
import * as contract from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { createModels } from '../src/models/models.ts'
import { start } from '../src/start.ts'

const env = await testEnv()
const MONGO_URL = `${env.MONGO_URL}?monitorCommands=true`
// without NATS, since event handlers would run beside the requests and be counted
const social = await start(Config.parse({ ...env, MONGO_URL, NATS_URL: 'nats://127.0.0.1:1' }))
const service = mongoose.connections.find(({ name }) => env.MONGO_URL.endsWith(name))
if (!service) throw new Error('the service has no connection')
afterAll(() => social.stop())

const commands: string[] = []
let feedQuery: mongoose.mongo.Document = {}
service.getClient().on('commandStarted', ({ commandName, command }) => {
  const isRelay = JSON.stringify(command).includes('outbox.0') // runs beside the requests
  if (command.find === 'people') feedQuery = command
  if (!isRelay) commands.push(`${commandName} ${command[commandName]}`)
})

const { Pair, Profile } = createModels(service)
const clientOf = (userId: number) => serviceClient(social.url, env.INTERNAL_TOKEN_SECRET, { userId, sid: randomUUID() })
const ada = clientOf(1)

beforeAll(async () => {
  const fields = { name: 'Ada', age: 30, gender: 'other', orientation: 'other', rev: 1, epoch: 0 }
  const profiles = Array.from({ length: 120 }, (_, i) => ({ _id: i + 1, ...fields, createdAt: new Date(i) }))
  await Profile.insertMany(profiles)
})

/** Returns the database commands before the response. */
async function commandsOf(work: () => Promise<{ status: number }>): Promise<string[]> {
  commands.length = 0
  expect((await work()).status).toBe(200)
  return [...commands]
}

test('a like, also one that makes a match, and an unlike take four database commands', async () => {
  const four = ['find people', 'find pairs', 'findAndModify pairs', 'aggregate pairs']
  const ben = clientOf(2)
  expect(await commandsOf(() => ada.call(contract.likeUser, { body: { likedId: 2 } }))).toEqual(four)
  expect(await commandsOf(() => ben.call(contract.likeUser, { body: { likedId: 1 } }))).toEqual(four)
  expect(await commandsOf(() => ada.call(contract.unlikeUser, { params: { userId: 2 } }))).toEqual(four)
})

const FEED = ['find people', 'find pairs', 'aggregate pairs']

test('a page of the feed takes three database commands, at any cursor, and one more to count profiles that are new today', async () => {
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
  expect(await commandsOf(() => reader.call(contract.listUsers, { query: { scope: 'discover' } }))).toEqual(FEED)
})

test('a page of the feed is read by its index alone: no other filter, no sorting, no more profiles than it needs', async () => {
  const { headers } = await ada.call(contract.listUsers)
  const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
  for (const query of [{}, { cursor }]) {
    await ada.call(contract.listUsers, { query })
    const { $db: _db, lsid: _lsid, ...command } = feedQuery
    const plan = await service.db?.command({ explain: command, verbosity: 'executionStats' })
    expect(JSON.stringify(plan?.queryPlanner.winningPlan)).toContain('"indexName":"createdAt_-1__id_-1"')
    expect(JSON.stringify(plan?.queryPlanner.winningPlan)).not.toMatch(/"stage":"(?:SORT|COLLSCAN)"|epoch/)
    expect(plan?.executionStats.totalDocsExamined).toBeLessThanOrEqual(FEED_PAGE_SIZE + 2) // the viewer, and the row of the cursor
  }
})

test('a profile and the list of matches take three database commands, and one more to count a profile that is new today', async () => {
  const profile = () => clientOf(9).call(contract.getProfile, { params: { id: 3 } })
  expect(await commandsOf(profile)).toHaveLength(4)
  expect(await commandsOf(profile)).toHaveLength(3)
  expect((await commandsOf(() => ada.call(contract.listMatches))).length).toBeLessThanOrEqual(3)
})

test('likes of a popular user take no more commands, and the count is refreshed without an event', async () => {
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
