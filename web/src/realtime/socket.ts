import type { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { ServerFrame } from '@zing/proto/frames/server'
import { CONNECT_TIMEOUT_MS, SILENCE_MAX_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { reconnectDelayMs, toldDelayMs } from '@zing/proto/retries/reconnect-delay'
import { AUTH_REPEAT_MS } from '../lib/limits.ts'

export type SocketStatus = 'connecting' | 'connected' | 'waiting' | 'closed'

export interface SocketOptions {
  userId: number
  onFrame(frame: ServerFrame): void
  onStatus(status: SocketStatus): void
  /** The server closed the socket because the session has ended. */
  onSignedOut(): void
}

export interface RealtimeSocket {
  /** Returns false without a connection; nothing is queued. */
  send(frame: ClientFrame): boolean
  close(): void
}

/** Duration of a connection after which the reconnect delay starts again at its minimum. */
const STABLE_MS = 10_000

/** Opens a socket that reconnects with backoff, and at once when the page is visible or the device online again. */
export function openSocket({ userId, onFrame, onStatus, onSignedOut }: SocketOptions): RealtimeSocket {
  let ws: WebSocket | null = null
  let status: SocketStatus = 'closed'
  let attempt = 0
  let windowMs = 0
  let isClosed = false
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
    timers.connect = window.setTimeout(() => reconnectLater(socket), CONNECT_TIMEOUT_MS)

    socket.onopen = () => {
      const authenticate = () => transmit({ type: 'AUTH', userId, withVersions: true })
      authenticate()
      timers.auth = window.setTimeout(authenticate, AUTH_REPEAT_MS)
    }
    socket.onmessage = ({ data }) => {
      if (socket !== ws) return // closed
      clearTimeout(timers.silence)
      timers.silence = window.setTimeout(() => reconnectLater(socket), SILENCE_MAX_MS)
      receive(String(data))
    }
    socket.onclose = ({ code, reason }) => {
      if (socket !== ws) return
      if (code === CloseCode.signedOut && !isClosed) {
        closeForGood()
        onSignedOut()
      } else if (code === CloseCode.restarting)
        reconnectLater(socket, reconnectDelayMs(attempt)) // the server spreads these
      else reconnectLater(socket, toldDelayMs(reason) ?? undefined)
    }
  }

  function receive(data: string): void {
    const frame = ServerFrame.safeParse(JSON.parse(data))
    if (!frame.success) return // a frame of a newer server
    const { type } = frame.data
    if (type === 'CONNECTED' || type === 'HEARTBEAT') windowMs = frame.data.reconnectWithinMs ?? 0
    if (type === 'CONNECTED') {
      clearTimeout(timers.connect)
      if (status === 'connected') return // response to the second AUTH
      timers.stable = window.setTimeout(() => {
        attempt = 0
      }, STABLE_MS)
      setStatus('connected')
    }
    onFrame(frame.data)
  }

  function reconnectLater(socket: WebSocket, delayMs = reconnectDelayMs(attempt, { windowMs })): void {
    if (socket !== ws || isClosed) return
    clearTimers()
    ws = null
    socket.close()
    setStatus('waiting')
    timers.retry = window.setTimeout(connect, delayMs)
    attempt += 1
  }

  function transmit(frame: ClientFrame): boolean {
    if (ws?.readyState !== WebSocket.OPEN) return false
    ws.send(JSON.stringify(frame))
    return true
  }

  function clearTimers(): void {
    for (const timer of Object.values(timers)) clearTimeout(timer)
  }

  function retryNow(): void {
    if (!isClosed && !ws && document.visibilityState === 'visible') connect()
  }

  function goOffline(): void {
    if (ws) reconnectLater(ws)
  }

  /** Closes the socket of a hidden page; one restored from the back-forward cache reconnects on `pageshow`. */
  function suspend(): void {
    clearTimers()
    const socket = ws
    ws = null
    socket?.close(1000)
    setStatus('waiting')
  }

  function closeForGood(): void {
    isClosed = true
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
  return { send: (frame) => status === 'connected' && transmit(frame), close: closeForGood }
}
