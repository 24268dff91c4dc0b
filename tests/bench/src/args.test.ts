import { expect, test } from 'vitest'
import { readArgs } from './args.ts'
import { PART_NAMES } from './part-names.ts'

test('without names all parts are run', () => {
  expect(readArgs(['--quick'])).toMatchObject({ parts: PART_NAMES, isPartial: false, isQuick: true, isCheck: false })
})

test('named parts run in their own order, not in that of the command', () => {
  expect(readArgs(['sockets', 'get', '--check'])).toMatchObject({
    parts: ['get', 'sockets'],
    isPartial: true,
    isCheck: true,
  })
})

test('what is unknown is named, and what there is', () => {
  expect(() => readArgs(['fed', '--fast'])).toThrow(/Unknown: --fast, fed\. Parts: get, send.*flags: --quick/)
})
