import { randomUUID } from 'node:crypto'
import * as contract from '@zing/proto/http/social'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { createModels } from '../src/models/models.ts'
import { start } from '../src/start.ts'

const env = await testEnv()
const MONGO_URL = `${env.MONGO_URL}?monitorCommands=true`
// no broker: what events cause would run beside the requests and be counted with them
const social = await start(Config.parse({ ...env, MONGO_URL, NATS_URL: 'nats://127.0.0.1:1' }))
const service = mongoose.connections.find(({ name }) => env.MONGO_URL.endsWith(name))
if (!service) throw new Error('the service has no connection')
afterAll(() => social.stop())

const commands: string[] = []
service.getClient().on('commandStarted', ({ commandName, command }) => {
  const isRelay = JSON.stringify(command).includes('outbox.0') // its sweeps run beside the requests
  if (!isRelay) commands.push(`${commandName} ${command[commandName]}`)
})

const { Pair, Profile } = createModels(service)
const as = (userId: number) => serviceClient(social.url, env.INTERNAL_TOKEN_SECRET, { userId, sid: randomUUID() })
const ada = as(1)

beforeAll(async () => {
  const about = { name: 'Somebody', age: 30, gender: 'other', orientation: 'other', rev: 1, epoch: 0 }
  const people = Array.from({ length: 120 }, (_, i) => ({ _id: i + 1, ...about, createdAt: new Date(i) }))
  await Profile.insertMany(people)
})

/** What the database was asked before the answer was there. */
async function commandsOf(work: () => Promise<{ status: number }>): Promise<string[]> {
  commands.length = 0
  expect((await work()).status).toBe(200)
  return [...commands]
}

test('a like takes four commands, also the one that makes a match; so does an unlike', async () => {
  const four = ['find people', 'find pairs', 'findAndModify pairs', 'aggregate pairs']
  const ben = as(2)
  expect(await commandsOf(() => ada.call(contract.likeUser, { body: { likedId: 2 } }))).toEqual(four)
  expect(await commandsOf(() => ben.call(contract.likeUser, { body: { likedId: 1 } }))).toEqual(four)
  expect(await commandsOf(() => ada.call(contract.unlikeUser, { params: { userId: 2 } }))).toEqual(four)
})

test('a page of the feed takes three commands, wherever it begins', async () => {
  const three = ['find people', 'find pairs', 'aggregate pairs']
  let next = ''
  const first = async () => {
    const answer = await ada.call(contract.listUsers)
    next = /cursor=([\w-]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    return answer
  }
  expect(await commandsOf(first)).toEqual(three)
  expect(next).not.toBe('')
  expect(await commandsOf(() => ada.call(contract.listUsers, { query: { cursor: next } }))).toEqual(three)
  expect(await commandsOf(() => ada.call(contract.listUsers, { query: { scope: 'discover' } }))).toEqual(three)
})

test('one person and the list of matches take three', async () => {
  expect(await commandsOf(() => ada.call(contract.getProfile, { params: { id: 3 } }))).toHaveLength(3)
  expect((await commandsOf(() => ada.call(contract.listMatches))).length).toBeLessThanOrEqual(3)
})

test('the likes of somebody popular take no more commands, and their count follows without any event', async () => {
  const fans = Array.from({ length: 1_003 }, (_, i) => ({ _id: `5:${i + 1_000}`, members: [5, i + 1_000], liked: [5] }))
  await Pair.insertMany(fans.map((pair) => ({ ...pair, rev: 1, epoch: 0 })))
  const shown = async () => (await ada.call(contract.getProfile, { params: { id: 5 } })).body.likeCount
  await as(6).call(contract.likeUser, { body: { likedId: 5 } })
  await expect.poll(shown, { timeout: 3_000, interval: 20 }).toBe(1_004)
  await as(7).call(contract.likeUser, { body: { likedId: 5 } })
  await expect.poll(shown, { timeout: 3_000, interval: 20 }).toBe(1_005)
  expect(await commandsOf(() => ada.call(contract.getProfile, { params: { id: 5 } }))).toEqual([
    'find people',
    'find pairs',
  ])
})
