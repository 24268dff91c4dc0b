import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

const none = () => 0
const often = { deliveryCount: 20, retryAfterMs: 0 }

test('a push waits 5 s, then as long as it has waited so far, and at most an hour', () => {
  const ages = [0, 4_000, 5_000, 12_000, 600_000, 7_200_000]
  expect(ages.map((ageMs) => backOffMs({ ...often, ageMs }, { random: none }))).toEqual([
    5_000, 5_000, 5_000, 12_000, 600_000, 3_600_000,
  ])
})

test('when a push seems an hour old, or too young, it is tried again within seconds', () => {
  const counts = [1, 2, 3]
  expect(
    counts.map((deliveryCount) => backOffMs({ ...often, ageMs: 3_600_000, deliveryCount }, { random: none })),
  ).toEqual([10_000, 20_000, 40_000])
  expect(backOffMs({ ...often, ageMs: -3_600_000 }, { random: none })).toBe(5_000)
})

test('a push waits as long as its host asks, up to a day', () => {
  expect(backOffMs({ ...often, ageMs: 0, retryAfterMs: 120_000 }, { random: none })).toBe(120_000)
  expect(backOffMs({ ...often, ageMs: 600_000, retryAfterMs: 120_000 }, { random: none })).toBe(600_000)
  expect(backOffMs({ ...often, ageMs: 0, retryAfterMs: 10 ** 12 }, { random: none })).toBe(86_400_000)
})

test('the waits of pushes that failed together differ by up to a quarter', () => {
  expect(backOffMs({ ...often, ageMs: 0 }, { random: () => 0.999 })).toBe(6_249)
})
