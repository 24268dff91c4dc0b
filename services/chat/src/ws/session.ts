import type { Writable } from 'node:stream'
import { CloseCode } from '@zing/proto/frames/close-codes'
import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKET_BUFFER_MAX_BYTES } from '@zing/proto/limits'
import { WebSocket } from 'ws'
import { frames } from '../metrics.ts'

const CLOSE_WAIT_MS = 2_000

export interface Session {
  userId: number
  sid: string
  verifiedAt: number
  /** The user wants matches to see them online; false until auth has said so. */
  showsOnline: boolean
  /** When the client has last responded to a ping, by `performance.now()`. */
  respondedAt: number
  /** True from AUTH on, just before CONNECTED is sent; only connected sockets get pushes. */
  isConnected: boolean
  /** True once the server has closed the socket; later frames are ignored. */
  isEnded(): boolean
  /** True until either side closes the socket. */
  isOpen(): boolean
  onClose(listener: () => void): void
  send(frame: ServerFrame): void
  /** Sends a frame that is already JSON, serialised once for all sockets of a user. */
  sendText(text: string, type: ServerFrame['type']): void
  close(code: number): void
  missedPongs: number
  ping(): void
  terminate(): void
}

/**
 * Wraps one socket; a client that reads too slowly is disconnected and fetches again (SEC-85). The frames of one turn of the
 * event loop leave as one write to `stream`, the connection below the socket.
 */
export function createSession(
  socket: WebSocket,
  { userId, sid }: { userId: number; sid: string },
  stream: Pick<Writable, 'cork' | 'uncork'>,
): Session {
  let isEnded = false
  let isCorked = false

  function collectFrames(): void {
    if (isCorked) return
    isCorked = true
    stream.cork()
    setImmediate(() => {
      isCorked = false
      stream.uncork()
    })
  }

  function close(code: number): void {
    if (isEnded) return
    isEnded = true
    socket.close(code)
    setTimeout(() => socket.terminate(), CLOSE_WAIT_MS).unref()
  }

  function sendText(text: string, type: ServerFrame['type']): void {
    if (socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount + text.length > SOCKET_BUFFER_MAX_BYTES) {
      close(CloseCode.overloaded)
      socket.terminate()
      return
    }
    frames.inc({ direction: 'out', type })
    collectFrames()
    socket.send(text)
  }

  const session: Session = {
    userId,
    sid,
    verifiedAt: Date.now(),
    showsOnline: false,
    respondedAt: performance.now(),
    isConnected: false,
    isEnded: () => isEnded,
    isOpen: () => !isEnded && socket.readyState === WebSocket.OPEN,
    onClose: (listener) => void socket.once('close', listener),
    send: (frame) => sendText(JSON.stringify(frame), frame.type),
    sendText,
    close,
    missedPongs: 0,
    ping() {
      session.missedPongs += 1
      socket.ping()
    },
    terminate: () => socket.terminate(),
  }
  socket.on('pong', () => {
    session.missedPongs = 0
    session.respondedAt = performance.now()
  })
  return session
}
