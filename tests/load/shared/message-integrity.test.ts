import { expect, test } from 'vitest'
import { intact } from './message-integrity.ts'

test.each([
  ['complete', ['a', 'b', 'c'], [true, true, true]],
  ['one lost', ['a', 'c'], [true, false, true]],
  ['one repeated', ['a', 'b', 'b', 'c'], [true, false, true]],
  ['one repeated at the end', ['a', 'b', 'c', 'a'], [false, true, true]],
  ['two in the wrong order', ['b', 'a', 'c'], [true, false, true]],
  ['none received', [], [false, false, false]],
  ['an unknown one in between', ['a', 'x', 'b', 'c'], [true, true, true]],
])('the integrity of three messages: %s', (_case, seen, expected) => {
  expect(intact(['a', 'b', 'c'], seen)).toEqual(expected)
})

test('without sent messages, there are no results', () => {
  expect(intact([], ['x'])).toEqual([])
})
