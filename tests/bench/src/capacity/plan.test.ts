import { expect, test } from 'vitest'
import { BETWEEN_PROCESSES, type Costs, operationsOf } from './costs.ts'
import { loadOf, OPERATIONS } from './model.ts'
import { coresOf, planOf, usersPerCore } from './plan.ts'

const costs: Costs = {
  date: '',
  machine: '',
  servers: [],
  lines: [
    { label: 'message', cost: { gateway: 0, chat: 1, MongoDB: 1 }, ratio: 1 },
    { label: BETWEEN_PROCESSES, cost: { gateway: 0, chat: 1.5, MongoDB: 1 }, ratio: 1 },
    ...OPERATIONS.map((label) => ({ label, cost: { gateway: 1, chat: 0, MongoDB: 2 }, ratio: 1 })), // a first line counts
  ],
  memoryMib: { gateway: 100, chat: 100, auth: 100, social: 100, admin: 100 },
  documentBytes: { messages: 250, pairs: 200, notifications: 200, conversations: 1_000, users: 500, people: 300 },
}

test('the busiest hour has a tenth of the day, and its busiest minute 1.5 times its mean', () => {
  const { perSecond, sockets, perYear } = loadOf(10_000)
  expect(perSecond.message).toBeCloseTo((10_000 * 20 * 0.1 * 1.5) / 3_600)
  expect(sockets).toBeCloseTo(perSecond['app start'] * 360)
  expect(perYear.message).toBe(73_000_000)
})

test('cores are the sum of rates and costs', () => {
  const load = loadOf(10_000)
  expect(coresOf(load, operationsOf(costs)).chat).toBeCloseTo(load.perSecond.message / 1_000)
})

test('a small community gets two of each process and one shard, a large one what its load needs', () => {
  expect(planOf(1_000, costs)).toMatchObject({
    processes: { gateway: 2, chat: 2, auth: 2, social: 2, admin: 2 },
    shards: 1,
  })
  const large = planOf(10_000_000, costs)
  expect(large.processes.social).toBe(2) // this test has no cost for social
  expect(large.processes.gateway).toBe(Math.ceil((large.cores.gateway ?? 0) / 0.6))
  expect(large.processes.chat).toBe(large.sockets / 15_000) // sockets need more than its cores
  expect(large.processes.chat).toBeGreaterThan((large.cores.chat ?? 0) / 0.6)
  expect(large.shards).toBeGreaterThanOrEqual((large.cores.MongoDB ?? 0) / (8 * 0.6))
})

test('with many chat processes almost all pushes go between two, twice the measured share', () => {
  const { cores, perSecond, processes } = planOf(10_000_000, costs)
  const perMessage = ((cores.chat ?? 0) * 1_000) / perSecond.message
  expect(processes.chat).toBeGreaterThan(10)
  expect(perMessage).toBeGreaterThan(1.9)
  expect(perMessage).toBeLessThan(2)
})

test('the first exhausted group is named with its most expensive operation', () => {
  const [first] = usersPerCore(costs)
  expect(first).toMatchObject({ group: 'MongoDB', largest: 'photo' })
})

test('storage counts documents with their indexes and photos', () => {
  const users = 1_000
  const messages = users * 20 * 365 * 250
  const likes = users * 15 * 365 * 400
  const matches = users * 1.5 * 365 * 1_400
  const registered = users * 0.01 * 365
  const bytes = (messages + likes + matches + registered * 800) * 2 + registered * 1.5 * 300_000
  expect(planOf(users, costs).storageTibPerYear * 1_024 ** 4).toBeCloseTo(bytes, -3)
})
