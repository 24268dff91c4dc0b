import { expect, test } from 'vitest'
import { pairsOf, shareOf } from './fixture.ts'

const users = [1, 2, 3, 4, 5].map((id) => ({ id, username: `k6.${id}`, password: '', cookie: '' }))

test('pairsOf gives each user one partner and leaves out an odd last user', () => {
  expect(pairsOf(users).map(([a, b]) => [a.id, b.id])).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('shareOf splits a list into disjoint shares of nearly equal size', () => {
  const shares = [0, 1, 2].map((index) => shareOf(users, index, 3))
  expect(shares.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(new Set(shares.flat()).size).toBe(users.length)
})
