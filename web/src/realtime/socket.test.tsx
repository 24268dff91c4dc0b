import type { ClientFrame } from '@zing/proto/frames/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubSocket } from '../test/socket.ts'
import { openSocket, type SocketStatus } from './socket.ts'

let server: ReturnType<typeof stubSocket>
let statuses: SocketStatus[]
let isSignedOut: boolean
let socket: ReturnType<typeof openSocket>

function open(): typeof socket {
  return openSocket({
    userId: 1,
    onFrame: () => {},
    onStatus: (status) => void statuses.push(status),
    onSignedOut: () => {
      isSignedOut = true
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0) // no jitter
  server = stubSocket()
  statuses = []
  isSignedOut = false
  socket = open()
})
afterEach(() => socket.close())

function advance(ms: number): number {
  vi.advanceTimersByTime(ms)
  return server.count()
}

test.each([
  ['http://localhost:8080', 'ws://localhost:8080/ws'],
  ['https://zing.example', 'wss://zing.example/ws'],
])('a page of %s connects to its own host (7.ws.path)', (origin, url) => {
  socket.close()
  const here = location
  vi.stubGlobal('location', { origin })
  socket = open()
  vi.stubGlobal('location', here)
  expect(server.url()).toBe(url)
})

test('the socket sends AUTH on open and after 200 ms, and is connected when the server confirms (4.realtime.1)', () => {
  server.open()
  const auth: ClientFrame = { type: 'AUTH', userId: 1, withVersions: true }
  expect(server.sent()).toEqual([auth])
  vi.advanceTimersByTime(200)
  expect(server.sent()).toEqual([auth, auth])
  expect(statuses).toEqual(['connecting'])
  server.push({ type: 'CONNECTED', userId: 1 })
  server.push({ type: 'CONNECTED', userId: 1 })
  expect(statuses).toEqual(['connecting', 'connected'])
})

test('a lost connection is retried with the specified delays, then every 30 s after the tenth (9.reconnect.attempts)', () => {
  server.connect()
  server.close(1006)
  const opened: number[] = []
  for (const delay of [1_000, 1_500, 2_250]) {
    const before = server.count()
    expect(advance(delay - 1)).toBe(before)
    opened.push(advance(1) - before)
    server.close(1006)
  }
  expect(opened).toEqual([1, 1, 1])
  for (let attempt = 3; attempt < 10; attempt++) {
    advance(10_000)
    server.close(1006)
  }
  const exhausted = server.count()
  expect(advance(29_999)).toBe(exhausted)
  expect(advance(1)).toBe(exhausted + 1)
})

test('a stable connection resets the reconnect delay', () => {
  server.connect()
  server.close(1012)
  advance(1_000)
  server.close(1012)
  advance(1_500)
  server.connect()
  vi.advanceTimersByTime(10_000)
  server.close(1012)
  expect(advance(1_000)).toBe(4)
})

test('a window that the server has named spreads a lost connection, but not a planned close (10.storm.window)', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  server.connect()
  server.push({ type: 'HEARTBEAT', reconnectWithinMs: 10_000 })
  server.close(1012)
  expect(advance(1_150)).toBe(2) // 1 s and half of its own jitter
  server.open()
  server.push({ type: 'CONNECTED', userId: 1, reconnectWithinMs: 10_000 })
  server.close(1006)
  expect(advance(6_499)).toBe(2) // 1.5 s and half of the window
  expect(advance(1)).toBe(3)
  server.connect()
  vi.advanceTimersByTime(10_000)
  server.close(1006) // CONNECTED has named no window
  expect(advance(1_150)).toBe(4)
})

test('a client that the server sends away comes back after the delay in the reason (10.storm.crowd)', () => {
  server.open()
  server.close(1013, '8000')
  expect(advance(7_999)).toBe(1)
  expect(advance(1)).toBe(2)
})

test('the socket does not reconnect after the server has ended the session (4.realtime.4)', () => {
  server.connect()
  server.close(1000)
  expect([isSignedOut, statuses.at(-1)]).toEqual([true, 'closed'])
  expect(advance(120_000)).toBe(1)
})

test('a connection is dropped after 5 s without CONNECTED or 45 s of silence (9.reconnect.timeout)', () => {
  expect(advance(5_000)).toBe(1)
  expect(statuses.at(-1)).toBe('waiting')
  advance(1_000)
  server.connect()
  vi.advanceTimersByTime(44_999)
  expect(statuses.at(-1)).toBe('connected')
  vi.advanceTimersByTime(1)
  expect(statuses.at(-1)).toBe('waiting')
})

test('heartbeats keep a connection alive', () => {
  server.connect()
  for (let i = 0; i < 4; i++) {
    vi.advanceTimersByTime(25_000)
    server.push({ type: 'HEARTBEAT' })
  }
  expect(statuses.at(-1)).toBe('connected')
})

test.each(['online', 'pageshow'])('the socket reconnects at once on %s (9.reconnect.online)', (event) => {
  server.connect()
  server.close(1006)
  window.dispatchEvent(new Event(event))
  expect(server.count()).toBe(2)
})

test('the socket reconnects at once when the page becomes visible (9.reconnect.visible)', () => {
  server.connect()
  server.close(1006)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(server.count()).toBe(2)
})

test('the connection is closed on pagehide (9.reconnect.unload)', () => {
  server.connect()
  window.dispatchEvent(new Event('pagehide'))
  expect(server.closedWith()).toBe(1000)
  expect(statuses.at(-1)).toBe('waiting')
  expect(socket.send({ type: 'MARK_READ', senderId: 2 })).toBe(false)
})

test('a frame without a connection is rejected and not queued', () => {
  expect(socket.send({ type: 'MARK_READ', senderId: 2 })).toBe(false)
  server.connect()
  expect(socket.send({ type: 'MARK_READ', senderId: 2 })).toBe(true)
})

test('unknown frames of a newer server are ignored (7.ws.dispatch)', () => {
  server.connect()
  server.push({ type: 'SOMETHING_NEW' } as unknown as { type: 'HEARTBEAT' })
  expect(statuses.at(-1)).toBe('connected')
})

test('the connection is dropped at once when the device goes offline', () => {
  server.connect()
  window.dispatchEvent(new Event('offline'))
  expect(statuses.at(-1)).toBe('waiting')
  window.dispatchEvent(new Event('online'))
  expect(statuses.at(-1)).toBe('connecting')
})
