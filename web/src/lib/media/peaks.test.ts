import { PEAKS } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { encodePeaks, levelOf, toPeaks } from './peaks.ts'

test('64 peaks tell the loudest level of each part, relative to the loudest of all', () => {
  const levels = Array.from({ length: 128 }, (_, index) => (index === 127 ? 0.5 : index % 2 ? 0.25 : 0.1))
  const peaks = toPeaks(levels)
  expect(peaks).toHaveLength(PEAKS)
  expect(peaks.slice(0, 63).every((peak) => peak === 0.5)).toBe(true)
  expect(peaks[63]).toBe(1)
})

test('a recording shorter than its peaks repeats levels, and noise stays low', () => {
  expect(toPeaks([0.2, 0.1], 4)).toEqual([1, 1, 0.5, 0.5])
  expect(toPeaks([], 2)).toEqual([0, 0])
  expect(toPeaks([0.01], 2)).toEqual([0.2, 0.2])
})

test('peaks are sent as a byte each, in as many characters as the contract takes', () => {
  const encoded = encodePeaks(Array.from({ length: PEAKS }, (_, index) => index / (PEAKS - 1)))
  expect(encoded).toMatch(/^[A-Za-z0-9_-]{86}$/)
  expect([...Buffer.from(encoded, 'base64url')].slice(0, 3)).toEqual([0, 4, 8])
  expect(Buffer.from(encoded, 'base64url').at(-1)).toBe(255)
})

test('the level of samples is the root of their mean square', () => {
  expect(levelOf(new Float32Array([0.5, -0.5]))).toBeCloseTo(0.5)
  expect(levelOf(new Float32Array(0))).toBe(0)
})
