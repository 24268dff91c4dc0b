import type { Writable } from 'node:stream'
import { CloseCode } from '@zing/proto/frames/close-codes'
import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKET_BUFFER_MAX_BYTES, WAITING_FRAMES_MAX } from '@zing/proto/limits'
import { WebSocket } from 'ws'
import { frames } from '../../metrics.ts'

const CLOSE_WAIT_MS = 2_000
const CREDIT_MAX = WAITING_FRAMES_MAX // more frames at once would close the socket anyway

export interface ClientSocket {
  userId: number
  sid: string
  /** True if the user shows that they are online; false until auth has said so. */
  showsOnline: boolean
  /** Time of the last pong, in ms of `performance.now()`. */
  respondedAt: number
  /** True from AUTH on, just before CONNECTED is sent. Only connected sockets get pushes. */
  isConnected: boolean
  /** True once the server has closed the socket. Later frames are ignored. */
  isEnded(): boolean
  /** True until either side closes the socket. */
  isOpen(): boolean
  onClose(listener: () => void): void
  /** Takes one frame beyond the rate limit. Each pushed message allows one. */
  takeCredit(): boolean
  send(frame: ServerFrame): void
  /** Sends a frame that was serialised once for all sockets of a user. */
  sendText(text: string, type: ServerFrame['type']): void
  close(code: number): void
  /** Closes the socket of a stopping process and waits for its close, since frames on their way count. */
  drain(): Promise<void>
  missedPongs: number
  ping(): void
  terminate(): void
}

/**
 * Wraps one socket. A client that reads too slowly is disconnected and fetches again (SEC-85). Frames of one turn of the
 * event loop leave as one write to `stream`, the connection below the socket.
 */
export function createClientSocket(
  ws: WebSocket,
  { userId, sid }: { userId: number; sid: string },
  stream: Pick<Writable, 'cork' | 'uncork'> & { end(): unknown },
): ClientSocket {
  let isEnded = false
  let isCorked = false
  let credit = 0

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
    startClosing(code)
  }

  function startClosing(code: number): void {
    ws.close(code)
    if (code === CloseCode.signedOut) stream.end() // the gateway forwards nothing more of this client, not even a close frame
    setTimeout(() => ws.terminate(), CLOSE_WAIT_MS).unref()
  }

  function drain(): Promise<void> {
    if (ws.readyState === WebSocket.CLOSED) return Promise.resolve()
    const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()))
    startClosing(CloseCode.restarting)
    return closed
  }

  function sendText(text: string, type: ServerFrame['type']): void {
    if (ws.readyState !== WebSocket.OPEN) return
    if (ws.bufferedAmount + text.length > SOCKET_BUFFER_MAX_BYTES) {
      close(CloseCode.overloaded)
      ws.terminate()
      return
    }
    frames.inc({ direction: 'out', type })
    if (type === 'NEW_MESSAGE') credit = Math.min(credit + 1, CREDIT_MAX)
    collectFrames()
    ws.send(text)
  }

  const socket: ClientSocket = {
    userId,
    sid,
    showsOnline: false,
    respondedAt: performance.now(),
    isConnected: false,
    isEnded: () => isEnded,
    isOpen: () => !isEnded && ws.readyState === WebSocket.OPEN,
    onClose: (listener) => void ws.once('close', listener),
    takeCredit() {
      if (credit === 0) return false
      credit -= 1
      return true
    },
    send: (frame) => sendText(JSON.stringify(frame), frame.type),
    sendText,
    close,
    drain,
    missedPongs: 0,
    ping() {
      socket.missedPongs += 1
      ws.ping()
    },
    terminate: () => ws.terminate(),
  }
  ws.on('pong', () => {
    socket.missedPongs = 0
    socket.respondedAt = performance.now()
  })
  return socket
}
