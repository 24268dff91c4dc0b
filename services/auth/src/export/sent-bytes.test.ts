import { expect, test } from 'vitest'
import type { SentBytes } from '../models/export.ts'
import { covers } from './sent-bytes.ts'

const part = ([from, to]: [number, number]): SentBytes => ({ from, to })

test.each<[string, [number, number][], boolean]>([
  ['nothing', [], false],
  ['all', [[0, 100]], true],
  ['all but the last byte', [[0, 99]], false],
  ['all but the first byte', [[1, 100]], false],
  [
    'a beginning and its rest',
    [
      [0, 40],
      [40, 100],
    ],
    true,
  ],
  [
    'a rest that overlaps',
    [
      [0, 40],
      [30, 100],
    ],
    true,
  ],
  [
    'parts in any order',
    [
      [60, 100],
      [0, 30],
      [20, 60],
    ],
    true,
  ],
  [
    'parts with a gap',
    [
      [0, 40],
      [41, 100],
    ],
    false,
  ],
  [
    'a part within another one',
    [
      [0, 90],
      [10, 20],
      [90, 100],
    ],
    true,
  ],
  [
    'the beginning twice',
    [
      [0, 60],
      [0, 60],
    ],
    false,
  ],
])('of 100 bytes %s: %j', (_case, parts, expected) => {
  expect(covers(parts.map(part), 100)).toBe(expected)
})
