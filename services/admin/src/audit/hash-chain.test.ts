import { describe, expect, test } from 'vitest'
import type { ChainEntry } from '../models/chain.ts'
import { faultOf, GENESIS, hashOf, sealed } from './hash-chain.ts'

const at = new Date('2026-01-01T00:00:00.000Z')
const first = sealed(null, { entryId: 'a', at, content: '{"action":"case.viewed"}' })
const second = sealed(first, { entryId: 'b', at, content: '{"action":"case.claimed"}' })

test('the first entry follows the genesis, each other one the hash of the one before it', () => {
  expect([first._id, first.previousHash]).toEqual([1, GENESIS])
  expect([second._id, second.previousHash]).toEqual([2, first.hash])
  expect(second.hash).toMatch(/^[0-9a-f]{64}$/)
  expect([faultOf(null, first), faultOf(first, second)]).toEqual([null, null])
})

describe('tampering is noticed', () => {
  const resealed = (entry: ChainEntry): ChainEntry => ({ ...entry, hash: hashOf(entry) })

  test.each<[string, Partial<ChainEntry>]>([
    ['the content', { content: '{}' }],
    ['the time', { at: new Date(0) }],
    ['the id', { entryId: 'c' }],
  ])('a change of %s', (_what, change) => {
    expect(faultOf(first, { ...second, ...change })).toBe('entry 2 has been changed')
  })

  test('an entry that was changed and sealed again no longer fits the next one', () => {
    expect(faultOf(resealed({ ...first, content: '{}' }), second)).toBe('entry 2 does not follow the one before it')
  })

  test('a removed entry', () => {
    const third = sealed(second, { entryId: 'c', at, content: '{}' })
    expect(faultOf(first, third)).toBe('an entry is missing before 3')
    expect(faultOf(null, second)).toBe('an entry is missing before 2')
  })
})
