import { expect, test } from 'vitest'
import { createRandom } from '../../random.ts'
import { median, signedRankTest } from './rank-test.ts'

/** Pairs of times under a load that changes, the second of them later by `more`. */
function pairsOf(more: number) {
  const random = createRandom(5)
  return Array.from({ length: 400 }, () => {
    const load = 5 + 100 * random.next() ** 4
    return [load + random.next(), load + random.next() + more] as const
  })
}

test('when one of two times is a little longer in each pair, the test sees it under any load', () => {
  expect(signedRankTest(pairsOf(0.2))).toBeLessThan(1e-6)
  expect(signedRankTest(pairsOf(-0.2))).toBeLessThan(1e-6)
})

test('when times differ by chance, the test says so', () => {
  expect(signedRankTest(pairsOf(0))).toBeGreaterThan(0.01)
  expect(signedRankTest([])).toBe(1)
  expect(signedRankTest([[1, 1]])).toBe(1)
})

test('the probability is the one of the tables', () => {
  const pairs = [8, 12, -1, 7, 3, -2, 15, 9, 6, 4].map((difference) => [100, 100 + difference] as const)
  expect(signedRankTest(pairs)).toBeCloseTo(0.0125, 3) // T = 3, n = 10
})

test('the median of times is in their middle', () => {
  expect(median([3, 1, 2])).toBe(2)
})
