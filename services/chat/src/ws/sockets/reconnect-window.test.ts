import { expect, test } from 'vitest'
import { reconnectWindow } from './reconnect-window.ts'

test('the window grows with the sockets of a process from 1 s to 15 s, and there is none in calm (10.storm.window)', () => {
  expect([1, 300, 399].map(reconnectWindow)).toEqual([{}, {}, {}])
  expect([400, 2_000, 6_000, 20_000].map((sockets) => reconnectWindow(sockets).reconnectWithinMs)).toEqual([
    1_000, 5_000, 15_000, 15_000,
  ])
})
