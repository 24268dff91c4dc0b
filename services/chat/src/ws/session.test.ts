import { EventEmitter } from 'node:events'
import { SOCKET_BUFFER_MAX_BYTES } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createSession } from './session.ts'

/** A socket whose client reads nothing. */
class UnreadSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN
  bufferedAmount = 0
  calls: string[] = []
  send(text: string): void {
    this.bufferedAmount += text.length
  }
  close(code: number): void {
    this.calls.push(`close ${code}`)
  }
  ping(): void {
    this.calls.push('ping')
  }
  terminate(): void {
    this.calls.push('terminate')
    this.readyState = WebSocket.CLOSED
  }
}

function setUp() {
  const socket = new UnreadSocket()
  const session = createSession(socket as unknown as WebSocket, { userId: 1, sid: 'a' }) // what a session uses
  return { socket, session }
}

test('SEC-85 a client that does not read is disconnected before the buffer exceeds its limit', () => {
  const { socket, session } = setUp()
  const frame = 'x'.repeat(2_048)
  for (let i = 0; i < 1_000; i++) session.sendText(frame, 'HEARTBEAT')
  expect(socket.bufferedAmount).toBeGreaterThan(SOCKET_BUFFER_MAX_BYTES - 2 * frame.length)
  expect(socket.bufferedAmount).toBeLessThanOrEqual(SOCKET_BUFFER_MAX_BYTES)
  expect(socket.calls).toEqual(['close 1013', 'terminate'])
})

test('a session is closed once, with the first code', () => {
  const { socket, session } = setUp()
  session.close(1000)
  session.close(1012)
  expect([socket.calls, session.isEnded()]).toEqual([['close 1000'], true])
})

test('SEC-86 missed pongs are counted, and a pong resets the count', () => {
  const { socket, session } = setUp()
  session.ping()
  session.ping()
  expect(session.missedPongs).toBe(2)
  socket.emit('pong')
  expect(session.missedPongs).toBe(0)
})
