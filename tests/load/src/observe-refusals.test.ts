import { expect, test } from 'vitest'
import { refusalsOf } from './observe-refusals.ts'

test('it sorts the durations of refusals', () => {
  const durations = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(refusalsOf(durations)).toEqual({ count: 100, p50: 51, p95: 96, p99: 100 })
  expect(refusalsOf([])).toEqual({ count: 0, p50: 0, p95: 0, p99: 0 })
})
