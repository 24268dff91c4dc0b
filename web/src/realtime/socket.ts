import type { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { ServerFrame } from '@zing/proto/frames/server'
import { CONNECT_TIMEOUT_MS, SILENCE_MAX_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { reconnectDelayMs } from '@zing/proto/reconnect-delay'
import { AUTH_REPEAT_MS } from '../lib/limits.ts'

export type SocketStatus = 'connecting' | 'connected' | 'waiting' | 'closed'

export interface SocketOptions {
  userId: number
  onFrame(frame: ServerFrame): void
  onStatus(status: SocketStatus): void
  /** The server says that nobody is signed in here any more. */
  onSignedOut(): void
}

export interface RealtimeSocket {
  /** False if there is no connection to send it on: nothing is queued. */
  send(frame: ClientFrame): boolean
  close(): void
}

/** How long a connection must hold before the next loss counts as the first one. */
const STABLE_MS = 10_000

/** A socket that comes back: by the specification's delays, at once on focus and when the device is online again. */
export function openSocket({ userId, onFrame, onStatus, onSignedOut }: SocketOptions): RealtimeSocket {
  let ws: WebSocket | null = null
  let status: SocketStatus = 'closed'
  let attempt = 0
  let isDone = false
  const timers = { retry: 0, connect: 0, auth: 0, silence: 0, stable: 0 }

  function setStatus(next: SocketStatus): void {
    if (next === status) return
    status = next
    onStatus(next)
  }

  function connect(): void {
    clearTimeout(timers.retry)
    setStatus('connecting')
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`)
    ws = socket
    timers.connect = window.setTimeout(() => lose(socket), CONNECT_TIMEOUT_MS)

    socket.onopen = () => {
      const authenticate = () => transmit({ type: 'AUTH', userId })
      authenticate()
      timers.auth = window.setTimeout(authenticate, AUTH_REPEAT_MS)
    }
    socket.onmessage = ({ data }) => {
      clearTimeout(timers.silence)
      timers.silence = window.setTimeout(() => lose(socket), SILENCE_MAX_MS)
      hear(String(data))
    }
    socket.onclose = ({ code }) => {
      if (socket !== ws) return
      if (code === CloseCode.signedOut && !isDone) {
        finish()
        onSignedOut()
      } else lose(socket)
    }
  }

  function hear(data: string): void {
    const frame = ServerFrame.safeParse(JSON.parse(data))
    if (!frame.success) return // of a newer server: nothing that we could show
    if (frame.data.type === 'CONNECTED') {
      clearTimeout(timers.connect)
      if (status === 'connected') return // the answer to the second AUTH
      timers.stable = window.setTimeout(() => {
        attempt = 0
      }, STABLE_MS)
      setStatus('connected')
    }
    onFrame(frame.data)
  }

  /** This connection is of no use any more: wait, then make another. */
  function lose(socket: WebSocket): void {
    if (socket !== ws || isDone) return
    clear()
    ws = null
    socket.close()
    setStatus('waiting')
    timers.retry = window.setTimeout(connect, reconnectDelayMs(attempt))
    attempt += 1
  }

  function transmit(frame: ClientFrame): boolean {
    if (ws?.readyState !== WebSocket.OPEN) return false
    ws.send(JSON.stringify(frame))
    return true
  }

  function clear(): void {
    for (const timer of Object.values(timers)) clearTimeout(timer)
  }

  function retryNow(): void {
    if (!isDone && !ws && document.visibilityState === 'visible') connect()
  }

  /** The device says that there is no network: no need to wait for the silence to be long enough. */
  function goOffline(): void {
    if (ws) lose(ws)
  }

  /** A page that leaves says goodbye; one that comes back from the back-forward cache says hello. */
  function suspend(): void {
    clear()
    const leaving = ws
    ws = null
    leaving?.close(1000)
    setStatus('waiting')
  }

  function finish(): void {
    isDone = true
    suspend()
    setStatus('closed')
    document.removeEventListener('visibilitychange', retryNow)
    window.removeEventListener('online', retryNow)
    window.removeEventListener('offline', goOffline)
    window.removeEventListener('pagehide', suspend)
    window.removeEventListener('pageshow', retryNow)
  }

  document.addEventListener('visibilitychange', retryNow)
  window.addEventListener('online', retryNow)
  window.addEventListener('offline', goOffline)
  window.addEventListener('pagehide', suspend)
  window.addEventListener('pageshow', retryNow)
  connect()
  return { send: (frame) => status === 'connected' && transmit(frame), close: finish }
}
