import { expect, test } from 'vitest'
import { createClockOffsets } from './clock-offset.ts'

test('the offset is the smallest difference, whichever clock is ahead', () => {
  const offsetOf = createClockOffsets()
  expect(offsetOf('a', 1_000, 3_603_010)).toBe(3_602_010)
  expect(offsetOf('a', 2_000, 3_604_002)).toBe(3_602_002)
  expect(offsetOf('a', 3_000, 3_605_500)).toBe(3_602_002)
  expect(offsetOf('b', 9_000_000, 5)).toBe(-8_999_995)
})

test('messages that waited in a paused process keep the offset from before the pause', () => {
  const offsetOf = createClockOffsets()
  offsetOf('a', 0, 100)
  const pausedMs = 70_000
  for (let sentAt = 0; sentAt < pausedMs; sentAt += 5_000) expect(offsetOf('a', sentAt, 100 + pausedMs)).toBe(100)
})

test('the estimate follows a sender whose clock fell behind', () => {
  const offsetOf = createClockOffsets()
  offsetOf('a', 0, 100)
  for (let at = 0; at <= 70_000; at += 500) offsetOf('a', at, at + 5_100)
  expect(offsetOf('a', 71_000, 76_100)).toBe(5_100)
})
