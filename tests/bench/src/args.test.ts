import { expect, test } from 'vitest'
import { readArgs } from './args.ts'
import { PART_NAMES } from './part-names.ts'

test('when no part is named, all parts run', () => {
  expect(readArgs(['--quick'])).toMatchObject({ parts: PART_NAMES, isPartial: false, isQuick: true, isCheck: false })
})

test('named parts run in a fixed order, not in the order of the command line', () => {
  expect(readArgs(['sockets', 'get', '--check'])).toMatchObject({
    parts: ['get', 'sockets'],
    isPartial: true,
    isCheck: true,
  })
})

test('the error for unknown arguments lists the valid ones', () => {
  expect(() => readArgs(['fed', '--fast'])).toThrow(
    /Unknown: --fast, fed\. Parts: idle, start, send, get.*flags: --quick/,
  )
})
