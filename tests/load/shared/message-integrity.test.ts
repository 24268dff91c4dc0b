import { expect, test } from 'vitest'
import { intact } from './message-integrity.ts'

test.each([
  ['all there', ['a', 'b', 'c'], [true, true, true]],
  ['one lost', ['a', 'c'], [true, false, true]],
  ['one doubled', ['a', 'b', 'b', 'c'], [true, false, true]],
  ['one doubled at the end', ['a', 'b', 'c', 'a'], [false, true, true]],
  ['two in the wrong order', ['b', 'a', 'c'], [true, false, true]],
  ['nothing at all', [], [false, false, false]],
  ['a stranger between', ['a', 'x', 'b', 'c'], [true, true, true]],
])('of three messages: %s', (_what, seen, verdict) => {
  expect(intact(['a', 'b', 'c'], seen)).toEqual(verdict)
})

test('nothing sent is nothing judged', () => {
  expect(intact([], ['x'])).toEqual([])
})
