import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { planFaults, QUIET_MS, type Target } from './plan-faults.ts'

const targets: Target[] = [
  { name: 'chat', isServer: false, servers: ['mongodb', 'nats'] },
  { name: 'nats', isServer: true, servers: [] },
]
const plan = (seed: number, seconds: number) => planFaults(createRandom(seed), targets, seconds)

test('a seed always makes the same plan, another seed another one', () => {
  expect(plan(7, 120)).toEqual(plan(7, 120))
  expect(plan(7, 120)).not.toEqual(plan(8, 120))
})

test('faults follow each other with a quiet time between them', () => {
  const faults = plan(7, 600)
  for (const [index, { at, ms }] of faults.entries()) {
    const next = faults[index + 1]
    if (next) expect(next.at - at - ms).toBeGreaterThanOrEqual(QUIET_MS[0])
  }
})

test('a long plan has every kind of fault for every process, and skews no clock of a server', () => {
  const kinds = new Set(plan(7, 3_600).map(({ kind, target, server = '' }) => `${kind} ${target} ${server}`.trim()))
  expect([...kinds].toSorted()).toEqual(
    [
      ...['kill', 'pause', 'restart', 'skew'].map((kind) => `${kind} chat`),
      ...['cut', 'stall', 'slow'].flatMap((kind) => [`${kind} chat mongodb`, `${kind} chat nats`]),
      ...['kill', 'pause', 'restart'].map((kind) => `${kind} nats`),
    ].toSorted(),
  )
})
