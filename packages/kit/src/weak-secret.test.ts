import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakSecret } from './weak-secret.ts'

test.each([
  ['a word of an example', `changeme${randomBytes(32).toString('hex')}`],
  ['one character', 'a'.repeat(40)],
  ['few characters', 'kv9'.repeat(11)],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyzabcdefghijkl'],
  ['the alphabet backwards, in capitals', 'ZYXWVUTSRQPONMLKJIHGFEDCBAZYXWVUTSRQ'],
  ['digits', '01234567890123456789012345678901'],
  ['alphabet and digits', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['rows of a keyboard', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
  ['rows of a keyboard backwards', 'poiuytrewqlkjhgfdsamnbvcxz0987654321'],
  ['pieces of sequences', 'abc123def456ghi789abc123def456ghi789'],
  ['a repeated text', 'Tr0ub4dor&3xyTr0ub4dor&3xyTr0ub4dor&3xy'],
  ['a repeated text with a rest', 'correct-horse/correct-horse/correct-h'],
])('SEC-76 a secret of %s is weak', (_what, text) => {
  expect(isWeakSecret(text)).toBe(true)
})

test.each(['hex', 'base64', 'base64url'] as const)('random bytes in %s are not weak', (encoding) => {
  const weak = Array.from({ length: 2_000 }, () => randomBytes(32).toString(encoding)).filter(isWeakSecret)
  expect(weak).toEqual([])
})

test('the shortest accepted secret, 32 random hexadecimal characters, is not weak', () => {
  const weak = Array.from({ length: 2_000 }, () => randomBytes(16).toString('hex')).filter(isWeakSecret)
  expect(weak).toEqual([])
})
