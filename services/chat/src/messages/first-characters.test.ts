import { expect, test } from 'vitest'
import { firstCharacters } from './first-characters.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['', 3, ''],
  ['😂😂😂😂', 3, '😂😂😂'],
  ['a😂b😂', 2, 'a😂'],
])('of %j the first %i characters are %j', (text, max, first) => {
  expect(firstCharacters(text, max)).toBe(first)
})
