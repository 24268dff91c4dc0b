import { expect, test } from 'vitest'
import { hasSaneShape } from './json-limits.ts'

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

test('10 levels pass, 11 do not, and a hundred thousand do not blow the stack', () => {
  expect([10, 11, 100_000].map((depth) => hasSaneShape(nested(depth)))).toEqual([true, false, false])
})

test('100 keys pass, 101 do not', () => {
  const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [i, i]))
  expect([100, 101].map((keys) => hasSaneShape(wide(keys)))).toEqual([true, false])
})
