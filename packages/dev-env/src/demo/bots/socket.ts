import type { ClientFrame } from '@zing/proto/frames/client'
import { ServerFrame } from '@zing/proto/frames/server'
import { SILENCE_MAX_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'

export interface Socket {
  /** Nothing is queued: without a connection the frame is gone. */
  send(frame: ClientFrame): void
  close(): void
  /** However it came to it. */
  ended: Promise<void>
}

interface SocketOptions {
  baseUrl: string
  cookie: string
  userId: number
  onFrame(frame: ServerFrame): void
}

/** One connection: announces who is there, passes frames on, and gives itself up after a silence. */
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
    end() // a server that is gone does not confirm it
  }

  ws.onopen = () => send({ type: 'AUTH', userId })
  ws.onmessage = ({ data }) => {
    clearTimeout(silence)
    silence = setTimeout(close, SILENCE_MAX_MS)
    const frame = ServerFrame.safeParse(JSON.parse(String(data)))
    if (frame.success) onFrame(frame.data) // a kind of frame that is newer than this program does not concern it
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
