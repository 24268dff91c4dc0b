import { describe, expect, test } from 'vitest'
import { formatNumber, formatValue, isMet, result } from './result.ts'

describe('a result', () => {
  test('takes the median of the ratios per round, so that a slow round does not distort it', () => {
    const { product, baseline, ratio } = result('x', 'ms', { product: [2, 20, 4], baseline: [1, 10, 2] })
    expect({ product, baseline, ratio }).toEqual({ product: 4, baseline: 2, ratio: 2 })
  })

  test('has no ratio without a baseline', () => {
    expect(result('x', 'ms', { product: [1], baseline: [] })).toMatchObject({ baseline: null, ratio: null })
  })
})

describe('a budget', () => {
  test('is met by an equal value, missed by a larger one', () => {
    expect(isMet({ unit: 'ms', product: 8, budget: 8 })).toBe(true)
    expect(isMet({ unit: 'ms', product: 8.01, budget: 8 })).toBe(false)
  })

  test('is a minimum when it limits a rate', () => {
    expect(isMet({ unit: '/s', product: 1_000, budget: 1_000 })).toBe(true)
    expect(isMet({ unit: '/s', product: 999, budget: 1_000 })).toBe(false)
    expect(isMet({ unit: '/s', product: Number.NaN, budget: 1_000 })).toBe(false)
  })

  test('is missed by a failed measurement', () => {
    expect(isMet({ unit: 'ms', product: Number.NaN, budget: 8 })).toBe(false)
    expect(isMet({ unit: 'ms', product: Number.POSITIVE_INFINITY, budget: 8 })).toBe(false)
  })

  test('is neither met nor missed when it is null', () => {
    expect(isMet({ unit: 'ms', product: 8, budget: null })).toBeNull()
  })
})

test.each([
  [0.1234, '0.12'],
  [7.456, '7.46'],
  [43.21, '43.2'],
  [512.4, '512'],
  [12_345.6, '12,346'],
  [0, '0.00'],
  [Number.NaN, 'n/a'],
])('%d is formatted as %s', (value, formatted) => {
  expect(formatNumber(value)).toBe(formatted)
})

test('a value is formatted with its unit', () => {
  expect(formatValue(7.5, 'ms')).toBe('7.50 ms')
  expect(formatValue(812, '/s')).toBe('812/s')
  expect(formatValue(1.1, 'times')).toBe('x 1.10')
  expect(formatValue(5, 'count')).toBe('5')
  expect(formatValue(2.14, 'count')).toBe('2.1')
  expect(formatValue(null, 'ms')).toBe('')
})
