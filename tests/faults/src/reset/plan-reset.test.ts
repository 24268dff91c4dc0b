import { expect, test } from 'vitest'
import type { Member } from '../product/member.ts'
import { createRandom } from '../random.ts'
import { planReset } from './plan-reset.ts'

const link = { port: 1, cut() {}, stall() {}, slow() {}, lose() {}, fail() {}, heal() {}, close() {} }
const members: Pick<Member, 'name' | 'kind' | 'links'>[] = [
  { name: 'chat-1', kind: 'chat', links: { mongodb: link, nats: link } },
  { name: 'gateway', kind: 'gateway', links: { nats: link, redis: link } },
  { name: 'nats', kind: 'nats', links: {} },
]

test('a seed always makes the same plan', () => {
  expect(planReset(createRandom(7), members)).toEqual(planReset(createRandom(7), members))
})

test('over many seeds it plans every mode, and every fault of every process but the gateway', () => {
  const plans = Array.from({ length: 300 }, (_, seed) => planReset(createRandom(seed), members))
  expect(new Set(plans.map(({ mode }) => mode))).toEqual(new Set(['repeated', 'awaited', 'twice']))
  const faults = plans.map(({ fault: { kind, target, server = '' } }) => `${kind} ${target} ${server}`.trim())
  expect(new Set(faults)).toEqual(
    new Set([
      ...['kill', 'pause'].flatMap((kind) => [`${kind} chat-1`, `${kind} nats`]),
      ...['cut', 'stall'].flatMap((kind) => [`${kind} chat-1 mongodb`, `${kind} chat-1 nats`]),
    ]),
  )
})
