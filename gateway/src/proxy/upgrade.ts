import { randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { endSoon } from '@zing/kit/http/end-soon'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { inRequest, traceHeaders } from '@zing/kit/observability/trace-context'
import { spread } from '@zing/kit/timing/spread'
import { AppError, errors } from '@zing/proto/errors'
import { CloseCode } from '@zing/proto/frames/close-codes'
import {
  RECONNECT_BASE_MS,
  RECONNECT_WINDOW_MAX_MS,
  SOCKETS_PER_ADDRESS,
  UPGRADES_BURST,
  UPGRADES_PER_SECOND,
} from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { createTokenBucket } from '@zing/proto/retries/token-bucket'
import type { Ctx } from '../context.ts'
import { clientAddress } from '../protection/client-address.ts'
import { createOpenByAddress, perAddress } from '../protection/open-by-address.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { cookieName, readCookie } from '../sessions/cookies.ts'
import { acceptAndClose, closeFrame } from './close-frame.ts'
import { forwardedAtUpgrade } from './forwarded-headers.ts'
import type { TokenFor } from './token-signer.ts'
import type { Upstream } from './upstream.ts'

const MAX_PER_ADDRESS = perAddress(SOCKETS_PER_ADDRESS)

/** Forwards upgrades to chat after checking path, Origin, session and sockets per address (SEC-61, SEC-62, SEC-89). */
export function proxyUpgrades(server: Server, ctx: Ctx, chat: Upstream, tokenFor: TokenFor): { stop(): Promise<void> } {
  const openByAddress = createOpenByAddress()
  const crowd = createTokenBucket(UPGRADES_PER_SECOND, UPGRADES_BURST)
  /** Clients' sockets, each with its source of frames: null until chat has accepted it. */
  const sockets = new Map<Socket, Readable | null>()
  let isStopping = false

  async function forward(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { config } = ctx
    const address = clientAddress(req, config.TRUST_PROXY)
    const isOverLimit = openByAddress.count(address) >= MAX_PER_ADDRESS[config.RATE_PROFILE]
    socket.once('close', openByAddress.add(address)) // counts rejected connections too: their clients decide when to close
    if (isOverLimit) {
      ctx.logSecurity('excess_rate_limit_exceeded', { address, rule: 'sockets' })
      throw errors.tooManyRequests()
    }
    if (req.url?.split('?')[0] !== SOCKET_PATH) throw errors.notFound()
    if (req.headers.origin !== undefined && !config.PUBLIC_ORIGINS.includes(req.headers.origin)) {
      ctx.logSecurity('malicious_cors', { address, resource: SOCKET_PATH })
      throw errors.crossSite()
    }
    if (config.RATE_PROFILE !== 'off' && !crowd.take()) {
      const delayMs = randomInt(RECONNECT_BASE_MS, RECONNECT_WINDOW_MAX_MS)
      return acceptAndClose(req, socket, CloseCode.overloaded, String(delayMs))
    }
    const cookie = readCookie(req.headers.cookie, cookieName(config.COOKIE_SECURE))
    const identity = await authenticate(ctx, { cookie, address })
    if (socket.destroyed) return
    if (isStopping) throw errors.unavailable()

    ctx.sessionSockets.add(identity.sid, socket)
    sockets.set(socket, null)
    socket.once('pipe', (chat: Readable) => void sockets.set(socket, chat))
    socketsOpen.set(sockets.size)
    socket.once('close', () => {
      sockets.delete(socket)
      socketsOpen.set(sockets.size)
    })
    const { headers } = req
    inRequest(
      (name) => headers[name],
      (trace) => {
        req.headers = { ...forwardedAtUpgrade(headers, { token: tokenFor(identity), address }), ...traceHeaders(trace) }
        chat.upgrade(req, socket, head)
      },
    )
  }

  server.on('upgrade', (req, stream, head) => {
    const socket = stream as Socket // an HTTP server upgrades TCP sockets only
    socket.on('error', () => socket.destroy())
    forward(req, socket, head).catch((error: unknown) => {
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'upgrade failed')
      const status = error instanceof AppError ? error.status : 500
      rejectUpgrade(socket, status)
      if (status === 429) socket.destroySoon() // no limit bounds these connections, so they do not wait for their clients
    })
  })

  return {
    stop() {
      isStopping = true
      const end = (socket: Socket) => drain(socket, sockets.get(socket))
      return spread([...sockets.keys()], end, ctx.config.DRAIN_SECONDS * 1_000)
    },
  }
}

/** Tells the client to reconnect. Its last frames still reach chat; frames of chat would follow the close. */
function drain(socket: Socket, fromChat: Readable | null | undefined): void {
  if (!fromChat) return void socket.destroy() // still connecting to chat
  fromChat.unpipe(socket)
  endSoon(socket, closeFrame(CloseCode.restarting))
}
