import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SOCKET_BUFFER_MAX_BYTES } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createSession } from './session.ts'

/** A socket whose client reads nothing. */
class UnreadSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN
  bufferedAmount = 0
  calls: string[] = []
  onSend: (text: string) => void = () => {}
  send(text: string): void {
    this.onSend(text)
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
  const writes: string[][] = []
  let corked: string[] | null = null
  const stream = {
    cork() {
      corked = []
    },
    uncork() {
      if (corked) writes.push(corked)
      corked = null
    },
  }
  socket.onSend = (text) => corked?.push(text)
  const session = createSession(socket as unknown as WebSocket, { userId: 1, sid: 'a' }, stream) // what a session uses
  return { socket, session, writes }
}

test('SEC-85 a client that does not read is disconnected before the buffer exceeds its limit', () => {
  const { socket, session } = setUp()
  const frame = 'x'.repeat(2_048)
  for (let i = 0; i < 1_000; i++) session.sendText(frame, 'HEARTBEAT')
  expect(socket.bufferedAmount).toBeGreaterThan(SOCKET_BUFFER_MAX_BYTES - 2 * frame.length)
  expect(socket.bufferedAmount).toBeLessThanOrEqual(SOCKET_BUFFER_MAX_BYTES)
  expect(socket.calls).toEqual(['close 1013', 'terminate'])
})

test('the frames of one turn of the event loop leave as one write, and later ones as another', async () => {
  const { session, writes } = setUp()
  session.sendText('a', 'HEARTBEAT')
  await Promise.resolve()
  session.sendText('b', 'HEARTBEAT')
  expect(writes).toEqual([])
  await nextTurn()
  session.sendText('c', 'HEARTBEAT')
  await nextTurn()
  expect(writes).toEqual([['a', 'b'], ['c']])
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
