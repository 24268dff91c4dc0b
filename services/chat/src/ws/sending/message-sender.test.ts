import { randomUUID } from 'node:crypto'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import type { ServerFrame } from '@zing/proto/frames/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientSocket } from '../sockets/client-socket.ts'
import { createMessageSender, type MessageSenderOptions } from './message-sender.ts'

const IN_FLIGHT = 64
const QUEUED = 500
const DEADLINE_MS = 4_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a sender. The test ends the database's key lookups with `endLookups`, which throws an error. */
function setUp(options: Partial<MessageSenderOptions> = {}) {
  const lookups: ((error: Error) => void)[] = []
  const findOne = () => new Promise((_resolve, reject) => lookups.push(reject))
  const ctx = {
    log: createLog('test', 'silent'),
    models: { raw: { messages: { findOne } } },
    messageIds: { next: async () => 1 },
  } as unknown as MessageSenderOptions['ctx'] // the part in use
  const ensureActive = async () => {}
  const sender = createMessageSender({ ctx, ensureActive, rateLimits: { consume: async () => () => {} }, ...options })
  const sent: ServerFrame[] = []
  const socket = {
    userId: 1,
    isConnected: true,
    isOpen: () => true,
    onClose() {},
    send: (frame: ServerFrame) => void sent.push(frame),
  } as unknown as ClientSocket // the part in use
  const sendDraft = sender.forSocket(socket, '127.0.0.1')
  return {
    ...sender,
    sent,
    lookups: () => lookups.length,
    /** Sends a message to a new receiver, so that no message waits for another one. */
    send(receiverId: number): string {
      const clientMessageId = randomUUID()
      void sendDraft({ type: 'SEND_MESSAGE', clientMessageId, receiverId, content: 'Hi' })
      return clientMessageId
    },
    async endOneLookup() {
      lookups.shift()?.(errors.matchNotFound())
      await vi.advanceTimersByTimeAsync(0)
    },
    async endLookups() {
      for (const end of lookups.splice(0)) end(errors.matchNotFound())
      await vi.advanceTimersByTimeAsync(0)
    },
    statuses: () => sent.flatMap((frame) => (frame.type === 'ERROR' ? [frame.status] : [])),
  }
}

test('64 messages are sent at a time and 500 wait; the next one gets a 503 at once', async () => {
  const { send, lookups, sent, statuses, endLookups } = setUp()
  for (let i = 1; i <= IN_FLIGHT + QUEUED; i++) send(1 + i)
  await vi.advanceTimersByTimeAsync(0)
  expect([lookups(), sent]).toEqual([IN_FLIGHT, []])
  const clientMessageId = send(1_000)
  await vi.advanceTimersByTimeAsync(0)
  const code = 'SEND_MESSAGE_FAILED'
  expect(sent).toEqual([
    {
      ...{ type: 'ERROR', code, message: errors.unavailable.message, reason: 'UNAVAILABLE' },
      ...{ clientMessageId, status: 503, retryAfterSeconds: 1 },
    },
  ])
  await endLookups()
  expect([lookups(), statuses().length]).toEqual([IN_FLIGHT, IN_FLIGHT + 1])
})

test('when a message has waited for three quarters of its time, it does not start', async () => {
  const { send, lookups, statuses, endLookups } = setUp()
  for (let i = 1; i <= IN_FLIGHT + 1; i++) send(1 + i)
  await vi.advanceTimersByTimeAsync(3_001)
  await endLookups()
  expect(lookups()).toBe(0)
  expect(statuses().filter((status) => status === 503)).toHaveLength(1)
})

test('under lasting overload waiting messages are refused, and new ones at once', async () => {
  const { send, lookups, statuses, endLookups, endOneLookup } = setUp()
  for (let i = 1; i <= IN_FLIGHT + 300; i++) send(1 + i)
  await vi.advanceTimersByTimeAsync(0)
  for (let second = 0; second < 2; second++) {
    for (let i = 0; i < 50; i++) {
      await vi.advanceTimersByTimeAsync(20)
      await endOneLookup()
      send(10_000 + second * 50 + i)
    }
  }
  expect(lookups()).toBeLessThan(IN_FLIGHT) // one end every 20 ms is slow
  expect(statuses().filter((status) => status === 503).length).toBeGreaterThan(250)
  const before = statuses().length
  for (let i = 0; i < 30; i++) {
    send(20_000 + i)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(statuses().length).toBeGreaterThan(before)
  await endLookups()
})

test('INV-8 a message gets its 503 at its deadline, once, whatever its database does', async () => {
  const { send, statuses, endLookups } = setUp()
  send(2)
  await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1)
  expect(statuses()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(statuses()).toEqual([503])
  await endLookups()
  expect(statuses()).toEqual([503])
})

test.each([
  ['the session has ended', { ensureActive: async () => Promise.reject(errors.notSignedIn()) }, 401],
  ['the user has sent too many', { rateLimits: { consume: () => Promise.reject(errors.tooManyRequests()) } }, 429],
])('a message does not reach the database when %s', async (_why, options, status) => {
  const { send, lookups, statuses } = setUp(options)
  send(2)
  await vi.advanceTimersByTimeAsync(0)
  expect([lookups(), statuses()]).toEqual([0, [status]])
})

test('a stop rejects waiting messages and waits for running ones', async () => {
  const { send, stop, statuses, endLookups } = setUp()
  for (let i = 1; i <= IN_FLIGHT + 5; i++) send(1 + i)
  await vi.advanceTimersByTimeAsync(0)
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([isStopped, statuses()]).toEqual([false, Array(5).fill(503)])
  await endLookups()
  await stopped
})
