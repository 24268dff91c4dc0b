import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { inRequest, traceHeaders } from '@zing/kit/observability/trace-context'
import { spread } from '@zing/kit/timing/spread'
import { AppError, errors } from '@zing/proto/errors'
import { SOCKETS_PER_ADDRESS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import type { Ctx } from '../context.ts'
import { clientAddress } from '../protection/client-address.ts'
import { createOpenByAddress, perAddress } from '../protection/open-by-address.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { cookieName, readCookie } from '../sessions/cookies.ts'
import { forwardedAtUpgrade } from './forwarded-headers.ts'
import type { TokenFor } from './token-signer.ts'
import type { Upstream } from './upstream.ts'

const MAX_PER_ADDRESS = perAddress(SOCKETS_PER_ADDRESS)

/** Forwards upgrades to chat after checking path, Origin, session and sockets per address (SEC-61, SEC-62, SEC-89). */
export function proxyUpgrades(server: Server, ctx: Ctx, chat: Upstream, tokenFor: TokenFor): { stop(): Promise<void> } {
  const openByAddress = createOpenByAddress()
  const sockets = new Set<Socket>()

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
    const cookie = readCookie(req.headers.cookie, cookieName(config.COOKIE_SECURE))
    const identity = await authenticate(ctx, { cookie, address })
    if (socket.destroyed) return

    ctx.sessionSockets.add(identity.sid, socket)
    sockets.add(socket)
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

  return { stop: () => spread([...sockets], (socket) => socket.destroy()) }
}
