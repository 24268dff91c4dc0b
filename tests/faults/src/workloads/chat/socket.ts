import { setTimeout as pause } from 'node:timers/promises'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { ServerFrame } from '@zing/proto/frames/server'
import { SILENCE_MAX_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import WebSocket from 'ws'
import type { Caller, Run } from '../call.ts'

const RECONNECT_MS = [300, 1_500] as const
const OPEN_TIMEOUT_MS = 5_000
const CHECK_MS = 1_000

export interface LiveSocket {
  send(frame: unknown): void
  isConnected(): boolean
}

/**
 * Keeps a socket open for a person until the end of the run. Like a client, it reconnects, and replaces a silent
 * connection.
 */
export function keepSocket(run: Run, person: Caller, onFrame: (frame: ServerFrame) => void): LiveSocket {
  let current: WebSocket | null = null
  let isConnected = false
  let isSignedOut = false
  let heardAt = 0

  function connect(): void {
    if (run.closing.aborted || isSignedOut) return
    const socket = new WebSocket(`${run.url.replace('http', 'ws')}${SOCKET_PATH}`, {
      headers: { cookie: person.cookie, origin: run.url },
      handshakeTimeout: OPEN_TIMEOUT_MS,
      perMessageDeflate: false,
    })
    current = socket
    heardAt = performance.now()
    socket.on('open', () => socket.send(JSON.stringify({ type: 'AUTH', userId: person.id })))
    socket.on('error', () => {}) // followed by 'close'
    socket.on('message', (data) => {
      heardAt = performance.now()
      const frame = ServerFrame.parse(JSON.parse(String(data)))
      if (frame.type === 'CONNECTED') isConnected = true
      if (frame.type !== 'HEARTBEAT') run.history.add({ type: 'frame', user: person.id, at: run.history.now(), frame })
      onFrame(frame)
    })
    socket.on('close', (code) => {
      if (isConnected && !run.closing.aborted)
        run.history.add({ type: 'close', user: person.id, at: run.history.now(), code })
      isConnected = false
      if (code === CloseCode.signedOut) isSignedOut = true
      else void pause(run.random.integer(...RECONNECT_MS)).then(connect)
    })
  }

  const silence = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MAX_MS) current?.terminate()
  }, CHECK_MS)
  run.closing.addEventListener('abort', () => {
    clearInterval(silence)
    current?.terminate()
  })
  connect()
  return {
    send(frame) {
      if (current?.readyState === WebSocket.OPEN) current.send(JSON.stringify(frame))
    },
    isConnected: () => isConnected,
  }
}
