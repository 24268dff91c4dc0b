import { expect, test } from 'vitest'
import { groupOf } from './dashboard.ts'

const MOST = 120
const sizes = Array.from({ length: MOST + 1 }, (_, members) => members)

test('ten or more differences fit any two numbers that are shown (10.dashboard.hidden)', () => {
  const fitting = new Map<string, Set<number>>()
  for (const whole of sizes)
    for (const part of sizes.slice(0, whole + 1)) {
      const shown = JSON.stringify([groupOf(whole), groupOf(part)])
      const differences = fitting.get(shown) ?? new Set()
      fitting.set(shown, differences.add(whole - part))
    }
  fitting.delete(JSON.stringify([MOST, MOST])) // there is only one of them here
  for (const [shown, { size }] of fitting) expect(size, shown).toBeGreaterThanOrEqual(10)
})

test('ten numbers of members look alike, and fewer than ten are hidden', () => {
  expect([0, 9, 10, 19, 20].map(groupOf)).toEqual([null, null, 10, 10, 20])
})
