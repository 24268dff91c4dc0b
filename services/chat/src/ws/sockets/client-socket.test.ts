import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { SOCKET_BUFFER_MAX_BYTES, WAITING_FRAMES_MAX } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClientSocket } from './client-socket.ts'

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
  const ws = new UnreadSocket()
  const writes: string[][] = []
  let corked: string[] | null = null
  const stream = {
    end: () => ws.calls.push('end'),
    cork() {
      corked = []
    },
    uncork() {
      if (corked) writes.push(corked)
      corked = null
    },
  }
  ws.onSend = (text) => corked?.push(text)
  const socket = createClientSocket(ws as unknown as WebSocket, { userId: 1, sid: 'a' }, stream) // the part in use
  return { ws, socket, writes }
}

test('SEC-85 a client that does not read is disconnected before its buffer is full', () => {
  const { ws, socket } = setUp()
  const frame = 'x'.repeat(2_048)
  for (let i = 0; i < 1_000; i++) socket.sendText(frame, 'HEARTBEAT')
  expect(ws.bufferedAmount).toBeGreaterThan(SOCKET_BUFFER_MAX_BYTES - 2 * frame.length)
  expect(ws.bufferedAmount).toBeLessThanOrEqual(SOCKET_BUFFER_MAX_BYTES)
  expect(ws.calls).toEqual(['close 1013', 'terminate'])
})

test('frames of one turn of the event loop leave as one write, later ones as another', async () => {
  const { socket, writes } = setUp()
  socket.sendText('a', 'HEARTBEAT')
  await Promise.resolve()
  socket.sendText('b', 'HEARTBEAT')
  expect(writes).toEqual([])
  await nextTurn()
  socket.sendText('c', 'HEARTBEAT')
  await nextTurn()
  expect(writes).toEqual([['a', 'b'], ['c']])
})

test('a socket is closed once, with the first code', () => {
  const { ws, socket } = setUp()
  socket.close(1008)
  socket.close(1012)
  expect([ws.calls, socket.isEnded()]).toEqual([['close 1008'], true])
})

test('SEC-86 missed pongs are counted, and a pong resets the count', () => {
  const { ws, socket } = setUp()
  socket.ping()
  socket.ping()
  expect(socket.missedPongs).toBe(2)
  ws.emit('pong')
  expect(socket.missedPongs).toBe(0)
})

test('each pushed message allows one more frame, up to as many as may wait', () => {
  const { socket } = setUp()
  socket.sendText('a', 'TYPING_INDICATOR')
  expect(socket.takeCredit()).toBe(false)
  socket.sendText('b', 'NEW_MESSAGE')
  expect([socket.takeCredit(), socket.takeCredit()]).toEqual([true, false])

  for (let i = 0; i < WAITING_FRAMES_MAX + 10; i++) socket.sendText('c', 'NEW_MESSAGE')
  let taken = 0
  while (socket.takeCredit()) taken += 1
  expect(taken).toBe(WAITING_FRAMES_MAX)
})

test('SEC-13 when its session has ended, the server ends the connection without waiting', () => {
  const { ws, socket } = setUp()
  socket.close(CloseCode.signedOut)
  expect(ws.calls).toEqual(['close 1000', 'end'])
})
