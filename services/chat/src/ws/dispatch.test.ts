import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '@zing/kit/errors'
import { createLog } from '@zing/kit/observability/logger'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import { messages } from '@zing/proto/http/errors'
import { BAD_FRAMES_MAX, FRAMES_BURST } from '@zing/proto/limits'
import mongoose from 'mongoose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDispatch } from './dispatch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const markRead = (senderId: number) => JSON.stringify({ type: 'MARK_READ', senderId })

/** Creates a dispatcher whose handler ends when the test resolves it. */
function setUp(handle?: (frame: ClientFrame) => Promise<void>) {
  const sent: ServerFrame[] = []
  const codes: number[] = []
  const started: ClientFrame[] = []
  const ends: (() => void)[] = []
  const lines: string[] = []
  const onFrame = createDispatch({
    session: {
      send: (frame) => void sent.push(frame),
      close: (code) => void codes.push(code),
      isEnded: () => codes.length > 0,
    },
    log: createLog('test', 'warn', { write: (line) => void lines.push(line) }),
    handle:
      handle ??
      ((frame) => {
        started.push(frame)
        return new Promise((resolve) => ends.push(resolve))
      }),
  })
  return { onFrame, sent, codes, started, ends, lines }
}

test('frames are handled in order, one at a time', async () => {
  const { onFrame, started, ends } = setUp()
  onFrame(markRead(1))
  onFrame(markRead(2))
  await nextTurn()
  expect(started).toEqual([{ type: 'MARK_READ', senderId: 1 }])
  ends[0]?.()
  await nextTurn()
  expect(started).toEqual([
    { type: 'MARK_READ', senderId: 1 },
    { type: 'MARK_READ', senderId: 2 },
  ])
})

test.each([
  ['an expected error is sent to the client', new AppError(404, messages.matchNotFound), messages.matchNotFound, 0],
  [
    'an error of a database that fails over is sent as unavailable (INV-8)',
    new mongoose.mongo.MongoServerError({ message: 'interrupted at shutdown', code: 11_600 }),
    messages.unavailable,
    0,
  ],
  ['an unexpected error is logged and sent as a general message', new Error('secret detail'), messages.internal, 1],
])('a failed frame does not stop the next one: %s', async (_case, error, message, lineCount) => {
  const handled: ClientFrame[] = []
  const { onFrame, sent, lines, codes } = setUp(async (frame) => {
    handled.push(frame)
    if (handled.length === 1) throw error
  })
  onFrame(markRead(1))
  onFrame(markRead(2))
  await nextTurn()
  expect(handled).toHaveLength(2)
  expect(sent).toEqual([{ type: 'ERROR', code: 'MARK_READ_FAILED', message }])
  expect(lines).toHaveLength(lineCount)
  expect(codes).toEqual([])
})

test('SEC-88 too many bad frames close the socket', () => {
  const { onFrame, sent, codes } = setUp()
  for (let i = 1; i < BAD_FRAMES_MAX; i++) onFrame('{}')
  expect(codes).toEqual([])
  onFrame('{}')
  expect(codes).toEqual([1008])
  expect(sent).toHaveLength(BAD_FRAMES_MAX)
})

test('SEC-82 more frames than the burst close the socket, and later frames are ignored', async () => {
  const { onFrame, started, codes, sent } = setUp(async () => {})
  for (let i = 0; i < FRAMES_BURST + 20; i++) onFrame(markRead(1))
  onFrame('junk')
  await nextTurn()
  expect(codes).toEqual([1013])
  expect([started, sent]).toEqual([[], []])
})

test('too many queued frames close the socket', async () => {
  const { onFrame, codes } = setUp()
  for (let i = 0; i < 100; i++) {
    vi.advanceTimersByTime(100)
    onFrame(markRead(1))
  }
  expect(codes).toEqual([])
  onFrame(markRead(1))
  expect(codes).toEqual([1013])
})
