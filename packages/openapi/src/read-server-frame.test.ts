import { expect, test } from 'vitest'
import { readServerFrame } from './read-server-frame.ts'

const read = (frame: unknown) => readServerFrame(JSON.stringify(frame))

test('a frame of the reference is read', () => {
  expect(read({ type: 'CONNECTED', userId: 1 })).toEqual({ type: 'CONNECTED', userId: 1 })
})

test.each([
  ['of a kind that it has not', { type: 'AUTH', userId: 1 }, 'no frame AUTH of the server'],
  ['with a field too much', { type: 'HEARTBEAT', at: 1 }, 'A frame HEARTBEAT must NOT have additional properties'],
  ['with a field too few', { type: 'CONNECTED' }, "A frame CONNECTED must have required property 'userId'"],
])('one %s is not', (_what, frame, sentence) => {
  expect(() => read(frame)).toThrow(sentence)
})
