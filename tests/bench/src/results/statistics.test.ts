import { describe, expect, test } from 'vitest'
import { median, percentile, summarize } from './statistics.ts'

describe('percentiles', () => {
  test('are measured values, by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(summarize(hundred.toReversed())).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 })
  })

  test('equal the value when there is only one', () => {
    expect(summarize([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 })
  })

  test('are NaN without values', () => {
    expect(percentile([], 0.5)).toBeNaN()
    expect(median([])).toBeNaN()
  })

  test('count a lost message as Infinity', () => {
    const { p50, p99 } = summarize([1, 2, Number.POSITIVE_INFINITY])
    expect([p50, p99]).toEqual([2, Number.POSITIVE_INFINITY])
  })
})

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([9, 1, 5])).toBe(5)
})
