import { PassThrough } from 'node:stream'
import { beforeEach, expect, test, vi } from 'vitest'
import { clientFrame, Opcode } from '../../../test/client-frame.ts'
import { limitUnfinished } from './limit-unfinished.ts'

let socket: PassThrough
let timeouts: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  socket = new PassThrough()
  timeouts = 0
  limitUnfinished(socket, () => {
    timeouts += 1
  })
})

const frame = (size: number, options?: Parameters<typeof clientFrame>[1]) =>
  clientFrame(Buffer.alloc(size, 'x'), options)

async function receive(...chunks: Buffer[]): Promise<void> {
  for (const chunk of chunks) socket.write(chunk)
  await new Promise(setImmediate)
}

test.each([0, 1, 125, 126, 65_535, 65_536])(
  'a message of %i bytes is finished, also if it arrives byte by byte',
  async (size) => {
    const bytes = frame(size)
    await receive(bytes, ...Array.from(bytes.subarray(0, 300), (byte) => Buffer.of(byte)), bytes.subarray(300), bytes)
    vi.advanceTimersByTime(60_000)
    expect(timeouts).toBe(0)
  },
)

test.each([
  ['a header', frame(0).subarray(0, 1)],
  ['a payload', frame(200).subarray(0, 150)],
  ['a fragment', frame(10, { fin: false })],
  ['a message and the first byte of the next', Buffer.concat([frame(10), frame(10).subarray(0, 1)])],
])('SEC-84 %s without the rest times out after 10 s', async (_what, bytes) => {
  await receive(bytes)
  vi.advanceTimersByTime(9_999)
  expect(timeouts).toBe(0)
  vi.advanceTimersByTime(1)
  expect(timeouts).toBe(1)
})

test('SEC-84 neither further fragments nor control frames extend the time of a message', async () => {
  await receive(frame(1, { fin: false }))
  for (let second = 0; second < 9; second++) {
    vi.advanceTimersByTime(1_000)
    await receive(frame(1, { opcode: Opcode.continuation, fin: false }), frame(4, { opcode: Opcode.pong }))
  }
  vi.advanceTimersByTime(1_000)
  expect(timeouts).toBe(1)
})

test('each message has its own 10 s: a steady stream is not cut', async () => {
  await receive(frame(10, { fin: false }))
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1_000)
    await receive(Buffer.concat([frame(10, { opcode: Opcode.continuation }), frame(10, { fin: false })]))
  }
  expect(timeouts).toBe(0)
  await receive(frame(10, { opcode: Opcode.continuation }))
  vi.advanceTimersByTime(60_000)
  expect(timeouts).toBe(0)
})

test('a closed socket times out no more', async () => {
  await receive(frame(10, { fin: false }))
  socket.destroy()
  await new Promise(setImmediate)
  vi.advanceTimersByTime(60_000)
  expect(timeouts).toBe(0)
})
