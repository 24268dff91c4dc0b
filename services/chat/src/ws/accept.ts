import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Identity, verifyInternalToken } from '@zing/kit/internal-token'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { FRAME_MAX_BYTES, TYPING_PER_SECOND } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Config } from '../config.ts'
import type { Ctx } from '../context.ts'
import type { Connections } from './connections.ts'
import { createDispatch } from './dispatch.ts'
import { createBucket } from './rate.ts'
import { createSession } from './session.ts'

const AUTH_WAIT_MS = 10_000
const FLUSH_MS = 1_000
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

  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    const identity = identify(req, config)
    if (typeof identity === 'number') return refuse(socket, identity)
    sockets.handleUpgrade(req, socket, head, (ws) => open(ctx, connections, ws, identity))
  })
}

/** Who comes, or the status with which they are sent away. */
function identify(req: IncomingMessage, config: Config): Identity | number {
  if (req.url?.split('?')[0] !== SOCKET_PATH) return 404
  const { origin } = req.headers
  if (origin ? !config.PUBLIC_ORIGINS.includes(origin) : config.WS_REQUIRE_ORIGIN) return 403
  try {
    return verifyInternalToken(config.INTERNAL_TOKEN_SECRET, req.headers.authorization) ?? 401
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
  const unconfirmed = setTimeout(() => session.close(CloseCode.policy), AUTH_WAIT_MS)

  async function confirm(): Promise<void> {
    if (!connections.add(session)) return session.close(CloseCode.overloaded)
    clearTimeout(unconfirmed)
    await subscribed(ctx) // first subscribe, then say so: nothing is missed between here and the client's fetch
    session.send({ type: 'CONNECTED', userId: session.userId })
  }

  const onFrame = createDispatch(ctx, { session, confirm, typing: createBucket(TYPING_PER_SECOND, TYPING_PER_SECOND) })
  ws.on('message', (data, isBinary) => onFrame(isBinary ? '' : String(data)))
  ws.on('error', (err) => ctx.log.debug({ err }, 'socket error')) // ws closes it with the fitting code
  ws.on('close', () => {
    clearTimeout(unconfirmed)
    connections.remove(session)
  })
}

/** The broker has taken our subscription, or it is away and the client will poll. */
async function subscribed({ nats }: Ctx): Promise<void> {
  const flushed = nats.up()?.flush()
  if (flushed) await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]).catch(() => {})
}
