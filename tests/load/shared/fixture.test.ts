import { expect, test } from 'vitest'
import { pairsOf, shareOf } from './fixture.ts'

const people = [1, 2, 3, 4, 5].map((id) => ({ id, username: `k6.${id}`, password: '', cookie: '' }))

test('everybody has one partner, and who is left over has none', () => {
  expect(pairsOf(people).map(([a, b]) => [a.id, b.id])).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('shares are disjoint, complete and of one size', () => {
  const shares = [0, 1, 2].map((index) => shareOf(people, index, 3))
  expect(shares.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(new Set(shares.flat()).size).toBe(people.length)
})
