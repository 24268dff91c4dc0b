import { expect, test } from 'vitest'
import { pathOf } from './line.tsx'

const at = (...values: (number | null)[]) =>
  pathOf(
    values.map((value) => ({ value })),
    10,
  )

test('the line goes from the start to the end, larger numbers higher', () => {
  expect(at(0, 10, 5)).toBe('M0 60L150 0L300 30')
})

test('hidden numbers leave a gap, and a number between gaps is a bar', () => {
  expect(at(null, 10, null, 5, 5)).toBe('M75 0V60M225 30L300 30')
  expect(at(5)).toBe('M0 30V60')
})
