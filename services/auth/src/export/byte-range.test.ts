import { expect, test } from 'vitest'
import { readByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-', { first: 0 }],
  ['bytes=1000-', { first: 1000 }],
  ['bytes=5-9', { first: 5, last: 9 }],
  ['bytes=5-5', { first: 5, last: 5 }],
  [undefined, null],
  ['', null],
  ['bytes=9-5', null],
  ['bytes=-5', null],
  ['bytes=0-1,5-9', null],
  ['bytes=1e3-', null],
  ['items=0-', null],
])('%s is %j', (header, range) => {
  expect(readByteRange(header)).toEqual(range)
})
