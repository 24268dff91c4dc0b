import { expect, test } from 'vitest'
import { readServerFrame } from './read-server-frame.ts'

const read = (frame: unknown) => readServerFrame(JSON.stringify(frame))

test('a frame of the reference is parsed', () => {
  expect(read({ type: 'CONNECTED', userId: 1 })).toEqual({ type: 'CONNECTED', userId: 1 })
})

test.each([
  ['an unknown type', { type: 'AUTH', userId: 1 }, 'no server frame AUTH'],
  ['an additional field', { type: 'HEARTBEAT', at: 1 }, 'server frame HEARTBEAT must NOT have additional properties'],
  ['a missing field', { type: 'CONNECTED' }, "server frame CONNECTED must have required property 'userId'"],
])('a frame with %s is rejected', (_case, frame, message) => {
  expect(() => read(frame)).toThrow(message)
})
