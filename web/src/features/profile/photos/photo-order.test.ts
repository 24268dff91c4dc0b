import { expect, test } from 'vitest'
import { moved } from './photo-order.ts'

test('an entry moves to its new place, and the others close the gap', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
})

test('beyond the ends nothing moves', () => {
  const list = ['a', 'b']
  expect(moved(list, 0, -1)).toBe(list)
  expect(moved(list, 1, 2)).toBe(list)
  expect(moved(list, 1, 1)).toBe(list)
})
