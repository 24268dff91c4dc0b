import { QueryClient } from '@tanstack/react-query'
import type { ClientFrame } from '@zing/proto/frames/client'
import { sendMessage } from '@zing/proto/http/chat'
import type { Message } from '@zing/proto/messages'
import { beforeEach, expect, test, vi } from 'vitest'
import { pushHealth } from '../../lib/device/push-health.ts'
import { ApiError } from '../../lib/http/call.ts'
import { SOCKET_DISTRUST_MS, SOCKET_SEND_TIMEOUT_MS, SOCKET_SENDS_BURST } from '../../lib/limits.ts'
import { closeSession } from '../../lib/state/per-session.ts'
import { stubApi } from '../../test/api.ts'
import type { OutboxMessage } from './outbox-state.ts'
import { attachSocket, deliverMessage, detachSocket, handleSendResponse } from './socket-sends.ts'

let client: QueryClient
let sent: ClientFrame[]
let api: ReturnType<typeof stubApi>

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  api = stubApi()
  client = new QueryClient()
  connect()
})

function connect(): void {
  pushHealth.set(true)
  attachSocket(client, (frame) => {
    sent.push(frame)
    return true
  })
}

function draft(content = 'Hi'): OutboxMessage {
  return { id: crypto.randomUUID(), partnerId: 2, content, createdAt: '2026-01-01T00:00:00.000Z', failure: null }
}

function stored({ id, partnerId, content, createdAt }: OutboxMessage): Message {
  const fields = { kind: 'text', id: 7, seq: 1, senderId: 1, read: false, status: 'sent' } as const
  return { ...fields, receiverId: partnerId, content, createdAt, clientMessageId: id }
}

function refuse(
  message: OutboxMessage,
  status: number,
  more: { retryAfterSeconds?: number; reason?: string } = {},
): void {
  const error = { type: 'ERROR', code: 'SEND_MESSAGE_FAILED', message: 'Refused', clientMessageId: message.id } as const
  handleSendResponse(client, { ...error, status, ...more })
}

const badFrame = { type: 'ERROR', code: 'BAD_FRAME', message: 'Invalid request' } as const
const posts = () => api.calls(sendMessage)

test('a message goes over the healthy socket, and MESSAGE_SENT confirms it', async () => {
  const message = draft()
  const delivered = deliverMessage(client, message)
  expect(sent).toEqual([{ type: 'SEND_MESSAGE', clientMessageId: message.id, receiverId: 2, content: 'Hi' }])
  handleSendResponse(client, { type: 'MESSAGE_SENT', message: stored(draft()) }) // of another tab
  handleSendResponse(client, { type: 'MESSAGE_SENT', message: stored(message) })
  expect(await delivered).toBeNull()
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS)
  expect(posts()).toEqual([])
})

test('the seq known when a message was written goes with it, over the socket and in the POST', async () => {
  const message = { ...draft(), afterSeq: 7 }
  api.respond(sendMessage, stored(message))
  const delivered = deliverMessage(client, message)
  expect(sent).toMatchObject([{ clientMessageId: message.id, afterSeq: 7 }])
  detachSocket(client)
  await delivered
  expect(posts()).toMatchObject([{ clientMessageId: message.id, afterSeq: 7 }])
})

test.each([
  [403, {}, 0],
  [429, { retryAfterSeconds: 7 }, 7_000],
  [503, { retryAfterSeconds: 1 }, 1_000],
])('an ERROR with status %i is thrown as the response of the POST would be', async (status, more, retryAfterMs) => {
  const message = draft()
  const delivered = deliverMessage(client, message)
  refuse(message, status, more)
  await expect(delivered).rejects.toEqual(new ApiError(status, { message: 'Refused' }, retryAfterMs))
  await expect(delivered).rejects.toMatchObject({ status, retryAfterMs })
  expect(posts()).toEqual([])
})

test('the code of the error response goes with it', async () => {
  const message = draft()
  const delivered = deliverMessage(client, message)
  refuse(message, 429, { retryAfterSeconds: 7, reason: 'NO_FIRST_MESSAGES_LEFT' })
  await expect(delivered).rejects.toMatchObject({ status: 429, code: 'NO_FIRST_MESSAGES_LEFT', retryAfterMs: 7_000 })
})

test('a message unanswered for 3 s is posted with its id; for 30 s later ones are posted at once', async () => {
  const message = draft()
  api.respond(sendMessage, stored(message))
  const delivered = deliverMessage(client, message)
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS - 1)
  expect(posts()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await delivered).toEqual(stored(message))
  expect(posts()).toEqual([{ clientMessageId: message.id, receiverId: 2, content: 'Hi' }])

  await deliverMessage(client, draft('second'))
  expect([sent.length, posts().length]).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(SOCKET_DISTRUST_MS)
  void deliverMessage(client, draft('third')).catch(() => {})
  expect([sent.length, posts().length]).toEqual([2, 2])
})

test('a new connection is trusted', async () => {
  const message = draft()
  api.respond(sendMessage, stored(message))
  const delivered = deliverMessage(client, message)
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS)
  await delivered
  detachSocket(client)
  connect()
  void deliverMessage(client, draft()).catch(() => {})
  expect(sent).toHaveLength(2)
})

test('a message is posted when the socket closes before its response, and is posted once', async () => {
  const message = draft()
  api.respond(sendMessage, stored(message))
  const delivered = deliverMessage(client, message)
  detachSocket(client)
  expect(await delivered).toEqual(stored(message))
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS)
  expect(posts()).toHaveLength(1)
})

test('a response of the socket counts while the message is being posted; a late refusal does not', async () => {
  const [first, second] = [draft(), draft()]
  api.hang(sendMessage)
  const delivered = deliverMessage(client, first)
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS)
  expect(posts()).toHaveLength(1)
  handleSendResponse(client, { type: 'MESSAGE_SENT', message: stored(first) })
  expect(await delivered).toBeNull()

  connect()
  const respond = api.hold(sendMessage, stored(second))
  const later = deliverMessage(client, second)
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS)
  refuse(second, 503)
  respond()
  expect(await later).toEqual(stored(second))
})

test('a server that does not know SEND_MESSAGE gets the messages by POST, and is not tried again', async () => {
  const [first, second] = [draft(), draft()]
  api.respond(sendMessage, stored(first))
  const delivered = Promise.all([deliverMessage(client, first), deliverMessage(client, second)])
  handleSendResponse(client, badFrame)
  await delivered
  detachSocket(client)
  connect()
  await deliverMessage(client, draft())
  expect([sent.length, posts().length]).toEqual([2, 3])
})

test('BAD_FRAME for another frame does not keep messages from the socket', () => {
  handleSendResponse(client, badFrame)
  void deliverMessage(client, draft()).catch(() => {})
  expect(sent).toHaveLength(1)
})

test.each([
  ['without a socket', () => detachSocket(client)],
  ['while pushes are degraded', () => pushHealth.set(false)],
  ['when the socket has just closed', () => attachSocket(client, () => false)],
])('a message is posted %s', async (_when, prepare) => {
  prepare()
  const message = draft()
  api.respond(sendMessage, stored(message))
  expect(await deliverMessage(client, message)).toEqual(stored(message))
  expect([sent.length, posts().length]).toEqual([0, 1])
})

test('messages beyond the limit of the socket, or too large for a frame, are posted', async () => {
  const message = draft('x'.repeat(20_000))
  api.respond(sendMessage, stored(message))
  await deliverMessage(client, message)
  expect([sent.length, posts().length]).toEqual([0, 1])
  for (let i = 0; i < SOCKET_SENDS_BURST; i++) void deliverMessage(client, draft()).catch(() => {})
  await deliverMessage(client, draft())
  expect([sent.length, posts().length]).toEqual([SOCKET_SENDS_BURST, 2])
})

test('when the session ends, nothing is posted', async () => {
  void deliverMessage(client, draft())
  closeSession(client)
  detachSocket(client)
  await vi.advanceTimersByTimeAsync(SOCKET_SEND_TIMEOUT_MS)
  expect(posts()).toEqual([])
})
