import { expect, test } from 'vitest'
import { isWithinJsonLimits } from './json-limits.ts'

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

test('JSON may have 10 levels, not 11, and 100,000 levels do not overflow the stack', () => {
  expect([10, 11, 100_000].map((depth) => isWithinJsonLimits(nested(depth)))).toEqual([true, false, false])
})

test('JSON may have 100 keys, not 101', () => {
  const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [i, i]))
  expect([100, 101].map((keys) => isWithinJsonLimits(wide(keys)))).toEqual([true, false])
})
