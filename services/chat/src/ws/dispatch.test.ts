import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '@zing/kit/errors'
import { createLog } from '@zing/kit/observability/logger'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import { messages } from '@zing/proto/http/errors'
import { BAD_FRAMES_MAX, FRAMES_BURST } from '@zing/proto/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDispatch } from './dispatch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const markRead = (senderId: number) => JSON.stringify({ type: 'MARK_READ', senderId })

/** A dispatch whose handler ends when it is told to. */
function underTest(handle?: (frame: ClientFrame) => Promise<void>) {
  const sent: ServerFrame[] = []
  const codes: number[] = []
  const begun: ClientFrame[] = []
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
        begun.push(frame)
        return new Promise((resolve) => ends.push(resolve))
      }),
  })
  return { onFrame, sent, codes, begun, ends, lines }
}

test('a frame waits for the one before it', async () => {
  const { onFrame, begun, ends } = underTest()
  onFrame(markRead(1))
  onFrame(markRead(2))
  await turn()
  expect(begun).toEqual([{ type: 'MARK_READ', senderId: 1 }])
  ends[0]?.()
  await turn()
  expect(begun).toEqual([
    { type: 'MARK_READ', senderId: 1 },
    { type: 'MARK_READ', senderId: 2 },
  ])
})

test.each([
  ['what a person may see is told', new AppError(404, messages.matchNotFound), messages.matchNotFound, 0],
  ['anything else is told in general words and logged', new Error('secret detail'), messages.internal, 1],
])('a frame that fails does not stop the next one: %s', async (_case, error, message, lineCount) => {
  const handled: ClientFrame[] = []
  const { onFrame, sent, lines, codes } = underTest(async (frame) => {
    handled.push(frame)
    if (handled.length === 1) throw error
  })
  onFrame(markRead(1))
  onFrame(markRead(2))
  await turn()
  expect(handled).toHaveLength(2)
  expect(sent).toEqual([{ type: 'ERROR', code: 'MARK_READ_FAILED', message }])
  expect(lines).toHaveLength(lineCount)
  expect(codes).toEqual([])
})

test('the last of too many bad frames closes the socket', () => {
  const { onFrame, sent, codes } = underTest()
  for (let i = 1; i < BAD_FRAMES_MAX; i++) onFrame('{}')
  expect(codes).toEqual([])
  onFrame('{}')
  expect(codes).toEqual([1008])
  expect(sent).toHaveLength(BAD_FRAMES_MAX)
})

test('more than the burst closes the socket, and nothing after that is looked at', async () => {
  const { onFrame, begun, codes, sent } = underTest(async () => {})
  for (let i = 0; i < FRAMES_BURST + 20; i++) onFrame(markRead(1))
  onFrame('junk')
  await turn()
  expect(codes).toEqual([1013])
  expect([begun, sent]).toEqual([[], []])
})

test('a handler that never ends lets only so many wait', async () => {
  const { onFrame, codes } = underTest()
  for (let i = 0; i < 100; i++) {
    vi.advanceTimersByTime(100)
    onFrame(markRead(1))
  }
  expect(codes).toEqual([])
  onFrame(markRead(1))
  expect(codes).toEqual([1013])
})
