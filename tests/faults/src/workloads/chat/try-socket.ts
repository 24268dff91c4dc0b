import { SOCKET_PATH } from '@zing/proto/paths'
import WebSocket from 'ws'
import type { Run } from '../call.ts'

const TIMEOUT_MS = 5_000

interface TriedSocket {
  from: number
  /** 101 if the server accepted the upgrade, 0 without a response. */
  status: number
  /** Null unless the upgrade was accepted. */
  socket: WebSocket | null
}

/** Tries to open a socket, once. An accepted socket stays open. */
export function trySocket(
  { url, history }: Pick<Run, 'url' | 'history'>,
  { cookie, origin = url }: { cookie?: string; origin?: string | null },
): Promise<TriedSocket> {
  const from = history.now()
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, {
    headers: { ...(cookie && { cookie }), ...(origin !== null && { origin }) },
    handshakeTimeout: TIMEOUT_MS,
    perMessageDeflate: false,
  })
  return new Promise((resolve) => {
    socket.once('open', () => resolve({ from, status: 101, socket }))
    socket.once('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy()
      resolve({ from, status: statusCode, socket: null })
    })
    socket.on('error', () => resolve({ from, status: 0, socket: null }))
  })
}
