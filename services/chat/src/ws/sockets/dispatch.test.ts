import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import { BAD_FRAMES_MAX, FRAMES_BURST } from '@zing/proto/limits'
import mongoose from 'mongoose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '../sending/message-sender.ts'
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
  const drafts: Draft[] = []
  const ends: (() => void)[] = []
  const lines: string[] = []
  const credit = { frames: 0 }
  const { onFrame } = createDispatch({
    socket: {
      send: (frame) => void sent.push(frame),
      close: (code) => void codes.push(code),
      isEnded: () => codes.length > 0,
      takeCredit: () => credit.frames > 0 && credit.frames-- > 0,
    },
    log: createLog('test', 'warn', { write: (line) => void lines.push(line) }),
    handle:
      handle ??
      ((frame) => {
        started.push(frame)
        return new Promise((resolve) => ends.push(resolve))
      }),
    sendDraft: (draft) => {
      drafts.push(draft)
      return new Promise((resolve) => ends.push(resolve))
    },
  })
  return { onFrame, sent, codes, started, drafts, ends, lines, credit }
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
  ['an expected error is sent to the client', errors.matchNotFound(), errors.matchNotFound(), 0],
  [
    'an error of a database that fails over is sent as unavailable (INV-8)',
    new mongoose.mongo.MongoServerError({ message: 'interrupted at shutdown', code: 11_600 }),
    errors.unavailable(),
    0,
  ],
  ['an unexpected error is logged and sent as a general message', new Error('secret detail'), errors.internal(), 1],
])('a failed frame does not stop the next one: %s', async (_case, error, { message, code: reason }, lineCount) => {
  const handled: ClientFrame[] = []
  const { onFrame, sent, lines, codes } = setUp(async (frame) => {
    handled.push(frame)
    if (handled.length === 1) throw error
  })
  onFrame(markRead(1))
  onFrame(markRead(2))
  await nextTurn()
  expect(handled).toHaveLength(2)
  expect(sent).toEqual([{ type: 'ERROR', code: 'MARK_READ_FAILED', message, reason }])
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

const draft = { type: 'SEND_MESSAGE', clientMessageId: randomUUID(), receiverId: 2, content: 'Hi' } as const

test('a message does not wait behind a slow frame', async () => {
  const { onFrame, started, drafts } = setUp()
  onFrame(markRead(1))
  onFrame(JSON.stringify(draft))
  await nextTurn()
  expect([started.length, drafts]).toEqual([1, [draft]])
})

test('a message with wrong content is not a bad frame: it is passed on with its reason', () => {
  const { onFrame, sent, codes, drafts } = setUp()
  const { type, clientMessageId } = draft
  for (let i = 0; i <= BAD_FRAMES_MAX; i++) onFrame(JSON.stringify({ ...draft, content: 'a<b' }))
  expect([sent, codes]).toEqual([[], []])
  expect(drafts).toEqual(
    Array(BAD_FRAMES_MAX + 1).fill({ type, clientMessageId, reason: 'Message contains invalid characters' }),
  )
})

test('a message without a valid id is a bad frame', () => {
  const { onFrame, sent, drafts } = setUp()
  onFrame(JSON.stringify({ ...draft, clientMessageId: 'x' }))
  expect(sent).toEqual([{ type: 'ERROR', code: 'BAD_FRAME', message: 'Invalid client message ID' }])
  expect(drafts).toEqual([])
})

test('waiting messages count as queued frames', () => {
  const { onFrame, codes } = setUp()
  for (let i = 0; i < 100; i++) {
    vi.advanceTimersByTime(100)
    onFrame(JSON.stringify(draft))
  }
  expect(codes).toEqual([])
  onFrame(markRead(1))
  expect(codes).toEqual([1013])
})

test('SEC-12 when the server closes the socket, a waiting frame is not handled', async () => {
  const { onFrame, started, codes, ends } = setUp()
  onFrame(markRead(1))
  onFrame(markRead(2))
  await nextTurn()
  codes.push(1000)
  ends[0]?.()
  await nextTurn()
  expect(started).toEqual([{ type: 'MARK_READ', senderId: 1 }])
})

test('pushed messages allow as many frames beyond the limit, and no more', () => {
  const { onFrame, codes, credit } = setUp()
  credit.frames = 3
  for (let i = 0; i < FRAMES_BURST + 3; i++) onFrame(markRead(1))
  expect(codes).toEqual([])
  onFrame(markRead(1))
  expect(codes).toEqual([1013])
})
