import type { ClientFrame } from '@zing/proto/frames/client'
import { ServerFrame } from '@zing/proto/frames/server'
import { SILENCE_MAX_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'

export interface Socket {
  /** Drops the frame if the socket is not open. */
  send(frame: ClientFrame): void
  close(): void
  /** Resolves when the connection has ended for any reason. */
  ended: Promise<void>
}

interface SocketOptions {
  baseUrl: string
  cookie: string
  userId: number
  onFrame(frame: ServerFrame): void
}

/** Opens one authenticated socket, and closes it after SILENCE_MAX_MS without a frame. */
export function openSocket({ baseUrl, cookie, userId, onFrame }: SocketOptions): Socket {
  const url = `${baseUrl.replace(/^http/, 'ws')}${SOCKET_PATH}`
  const ws = new WebSocket(url, { headers: { cookie, origin: baseUrl } })
  const { promise: ended, resolve: end } = deferred()
  let silence = setTimeout(close, SILENCE_MAX_MS)

  function send(frame: ClientFrame): void {
    if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify(frame))
  }
  function close(): void {
    clearTimeout(silence)
    ws.onmessage = () => {}
    ws.close()
    end() // a dead server does not confirm the close
  }

  ws.onopen = () => send({ type: 'AUTH', userId })
  ws.onmessage = ({ data }) => {
    clearTimeout(silence)
    silence = setTimeout(close, SILENCE_MAX_MS)
    const frame = ServerFrame.safeParse(JSON.parse(String(data)))
    if (frame.success) onFrame(frame.data) // unknown types of a newer server are ignored
  }
  ws.onclose = close
  return { send, close, ended }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
