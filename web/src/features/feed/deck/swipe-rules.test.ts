import { expect, test } from 'vitest'
import { rotationOf, swipeOf, throwMs } from './swipe-rules.ts'

const WIDTH = 400
const still = { speed: 0, dy: 0 }

test.each([
  ['far to the right', { ...still, dx: 130 }, 'like'],
  ['far to the left', { ...still, dx: -130 }, 'pass'],
  ['a little to the right', { ...still, dx: 60 }, null],
  ['flung to the right', { dx: 40, dy: 5, speed: 0.8 }, 'like'],
  ['flung to the left', { dx: -40, dy: 5, speed: -0.8 }, 'pass'],
  ['back at the end', { dx: 40, dy: 5, speed: -0.8 }, null],
  ['up', { dx: 20, dy: -130, speed: 0 }, 'open'],
  ['a little up', { dx: 0, dy: -60, speed: 0 }, null],
  ['flung up', { dx: 5, dy: -40, speed: -0.8 }, 'open'],
  ['up and back at the end', { dx: 5, dy: -40, speed: 0.8 }, null],
  ['flung down', { dx: 0, dy: 40, speed: 0.8 }, null],
  ['down', { dx: 0, dy: 200, speed: 0 }, null],
])('a card moved %s', (_where, movement, meaning) => {
  expect(swipeOf(movement, WIDTH)).toBe(meaning)
})

test('a card turns up to 8 degrees to its side', () => {
  expect(rotationOf(200, WIDTH)).toBe(4)
  expect(rotationOf(-4_000, WIDTH)).toBe(-8)
})

test('a card leaves with its own speed, within bounds', () => {
  expect(throwMs(400, 2)).toBe(200)
  expect(throwMs(400, 50)).toBe(120)
  expect(throwMs(400, 0)).toBe(280)
})
