import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createInternalTokenReader, type Identity, type ReadInternalToken } from '@zing/kit/http/internal-token'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Config } from '../config.ts'
import type { Ctx } from '../context.ts'
import { socketsClosed } from '../metrics.ts'
import type { Connections } from './connections.ts'
import { createDispatch } from './dispatch.ts'
import { handleFrame } from './handlers.ts'
import { createSession } from './session.ts'
import { createTypingLimit } from './typing.ts'

const AUTH_WAIT_MS = 10_000
const MAX_FRAGMENTS = 16
const MAX_BUFFERED_CHUNKS = 64

/** Takes sockets whose upgrade the gateway has signed and whose Origin is ours; answers all others with plain HTTP. */
export function acceptSockets(server: Server, config: Config, ctx: Ctx, connections: Connections): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_BUFFERED_CHUNKS,
  })

  const readToken = createInternalTokenReader(config.INTERNAL_TOKEN_SECRET)
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    const identity = identify(req, config, readToken)
    if (typeof identity === 'number') return refuse(socket, identity)
    sockets.handleUpgrade(req, socket, head, (ws) => {
      count(sockets, ws)
      open(ctx, connections, ws, identity)
    })
  })
}

function count({ clients }: WebSocketServer, ws: WebSocket): void {
  socketsOpen.set(clients.size)
  ws.once('close', (code) => {
    socketsClosed.inc({ code })
    socketsOpen.set(clients.size)
  })
}

/** Who comes, or the status with which they are sent away. */
function identify(req: IncomingMessage, config: Config, readToken: ReadInternalToken): Identity | number {
  if (req.url?.split('?')[0] !== SOCKET_PATH) return 404
  const { origin } = req.headers
  if (origin ? !config.PUBLIC_ORIGINS.includes(origin) : config.WS_REQUIRE_ORIGIN) return 403
  try {
    return readToken(req.headers.authorization) ?? 401
  } catch {
    return 401
  }
}

const REASONS: Record<number, string> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function open(ctx: Ctx, connections: Connections, ws: WebSocket, identity: Identity): void {
  const session = createSession(ws, identity)
  ws.on('error', (err) => ctx.log.debug({ err }, 'socket error')) // ws closes it with the fitting code
  if (!connections.add(session)) return session.close(CloseCode.overloaded)

  const peer = { session, typing: createTypingLimit() }
  const onFrame = createDispatch({ session, log: ctx.log, handle: (frame) => handleFrame(ctx, peer, frame) })
  const unconfirmed = setTimeout(() => {
    if (!session.isConfirmed) session.close(CloseCode.policy)
  }, AUTH_WAIT_MS)
  ws.on('message', (data, isBinary) => onFrame(isBinary ? '' : String(data)))
  ws.on('close', () => {
    clearTimeout(unconfirmed)
    connections.remove(session)
  })
}
