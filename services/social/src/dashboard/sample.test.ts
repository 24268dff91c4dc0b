import { expect, test } from 'vitest'
import { createSample } from './sample.ts'

test('up to its size a sample has every item', () => {
  const sample = createSample<number>(3)
  for (const item of [1, 2, 3]) sample.add(item)
  expect(sample.list()).toEqual([1, 2, 3])
})

test('beyond its size every item has the same chance', () => {
  const chosen = new Map<number, number>()
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  for (let run = 0; run < 5_000; run++) {
    const sample = createSample<number>(5, random)
    for (let item = 0; item < 20; item++) sample.add(item)
    expect(new Set(sample.list()).size).toBe(5)
    for (const item of sample.list()) chosen.set(item, (chosen.get(item) ?? 0) + 1)
  }
  for (const count of chosen.values()) expect(Math.abs(count - 1_250)).toBeLessThan(150) // five standard deviations
})
