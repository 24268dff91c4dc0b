import { expect, test } from 'vitest'
import { interpolate } from './interpolate.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the variable syntax of Compose
test.each([
  ['${A} $$B $${A}', 'a $B ${A}'],
  ['${NONE:-}${NONE:-b}${A:-b}', 'ba'],
  ['${NONE:+b}${A:+b}', 'b'],
  ['${NONE:-${A:+x-}${NONE:-y}}', 'x-y'],
  ['${A:-${A:+x-}${NONE:-y}}', 'a'],
])('it resolves %s like Compose', (text, resolved) => {
  expect(interpolate(text, { A: 'a', NONE: '' })).toBe(resolved)
})

test('it reports a variable without a default that is not set', () => {
  expect(() => interpolate('${NONE:?why}', {})).toThrow('NONE is not set')
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the variable syntax of Compose
