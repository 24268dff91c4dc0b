import type { IncomingMessage, Server } from 'node:http'
import {
  createInternalTokenReader,
  type Identity,
  isExpired,
  type ReadInternalToken,
} from '@zing/kit/http/internal-token'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { withClientAddress } from '@zing/kit/observability/security-log'
import type { SessionChecker } from '@zing/kit/sessions/session-checker'
import { spread } from '@zing/kit/timing/spread'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { CLIENT_ADDRESS_HEADER } from '@zing/proto/headers'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { socketsClosed } from '../../metrics.ts'
import type { OnlineStatus } from '../presence/online-status.ts'
import type { MessageSender } from '../sending/message-sender.ts'
import { createTypingLimit } from '../sending/typing.ts'
import { type ClientSocket, createClientSocket } from './client-socket.ts'
import type { Connections } from './connections.ts'
import { createDispatch } from './dispatch.ts'
import { handleFrame, type OrdinaryFrame } from './handlers.ts'
import { createReadVersions, type ReadVersions } from './read-versions.ts'

const AUTH_WAIT_MS = 10_000
const MAX_FRAGMENTS = 16
const MAX_BUFFERED_CHUNKS = 64

interface Parts {
  connections: Connections
  sessions: Pick<SessionChecker, 'add'>
  messageSender: MessageSender
  online: Pick<OnlineStatus, 'addSocket'>
}

/**
 * Accepts WebSocket upgrades with a valid internal token and an allowed Origin (SEC-61). `stop` closes all sockets and waits
 * for their frames, since a client sends a receipt once.
 */
export function acceptSockets(server: Server, config: Config, ctx: Ctx, parts: Parts): { stop(): Promise<void> } {
  const unfinished = new Set<Promise<void>>()
  const readVersions = createReadVersions(ctx)
  let isStopping = false
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_BUFFERED_CHUNKS,
  })

  const readToken = createInternalTokenReader(config.INTERNAL_TOKEN_SECRET)
  server.on('upgrade', (req, stream, head) => {
    stream.on('error', () => stream.destroy())
    const identity = authenticate(req, config, readToken)
    if (typeof identity === 'number') return rejectUpgrade(stream, identity)
    if (isStopping) return rejectUpgrade(stream, 503)
    sockets.handleUpgrade(req, stream, head, (ws) => {
      countSocket(sockets, ws)
      const socket = createClientSocket(ws, identity, stream)
      serveSocket(ctx, { ...parts, unfinished, readVersions }, { ws, socket, address: addressOf(req) })
    })
  })

  return {
    async stop() {
      isStopping = true
      const closing: Promise<void>[] = []
      const drain = (socket: ClientSocket) => void closing.push(socket.drain())
      await spread(parts.connections.all(), drain, config.DRAIN_SECONDS * 1_000)
      await Promise.all(closing)
      await Promise.all(unfinished)
    },
  }
}

function countSocket({ clients }: WebSocketServer, ws: WebSocket): void {
  socketsOpen.set(clients.size)
  ws.once('close', (code) => {
    socketsClosed.inc({ code })
    socketsOpen.set(clients.size)
  })
}

/** Returns the user of an upgrade request, or the status to reject it with. */
function authenticate(req: IncomingMessage, config: Config, readToken: ReadInternalToken): Identity | number {
  if (req.url?.split('?')[0] !== SOCKET_PATH) return 404
  const { origin } = req.headers
  if (origin ? !config.PUBLIC_ORIGINS.includes(origin) : config.WS_REQUIRE_ORIGIN) return 403
  try {
    return readToken(req.headers.authorization) ?? 401
  } catch (error) {
    return isExpired(error) ? 503 : 401
  }
}

/** Reads the client's address from the gateway's header, after the token is verified. */
function addressOf({ headers }: IncomingMessage): string | undefined {
  const address = headers[CLIENT_ADDRESS_HEADER]
  return typeof address === 'string' ? address : undefined
}

interface Accepted {
  ws: WebSocket
  socket: ClientSocket
  /** The client's address, as the gateway saw it. */
  address: string | undefined
}

interface ServingParts extends Parts {
  /** Frames of closed sockets that are still being handled. */
  unfinished: Set<Promise<void>>
  readVersions: ReadVersions
}

function serveSocket(ctx: Ctx, parts: ServingParts, { ws, socket, address }: Accepted): void {
  const { connections, sessions, messageSender, online, readVersions, unfinished } = parts
  ws.on('error', (err) => ctx.log.debug({ err }, 'socket error')) // ws closes it with a matching code
  if (!connections.add(socket)) return socket.close(CloseCode.overloaded)
  sessions.add(socket) // the gateway has checked the session

  const client = {
    socket,
    typing: createTypingLimit(),
    socketCount: connections.count,
    readVersions,
    onConnected: () => online.addSocket(socket),
  }
  const handle = (frame: OrdinaryFrame) => withClientAddress(address, () => handleFrame(ctx, client, frame))
  const { onFrame, finished } = createDispatch({
    socket,
    log: ctx.log,
    handle,
    sendDraft: messageSender.forSocket(socket, address),
  })
  const authTimeout = setTimeout(() => {
    if (!socket.isConnected) socket.close(CloseCode.policy)
  }, AUTH_WAIT_MS)
  ws.on('message', (data, isBinary) => onFrame(isBinary ? '' : String(data)))
  ws.on('close', () => {
    clearTimeout(authTimeout)
    connections.remove(socket)
    const rest = finished().finally(() => unfinished.delete(rest))
    unfinished.add(rest)
  })
}
