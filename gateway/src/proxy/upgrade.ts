import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@zing/kit/errors'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { inRequest, traceHeaders } from '@zing/kit/observability/trace-context'
import { messages } from '@zing/proto/http/errors'
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
const DRAIN_MS = 2_000
const DRAIN_STEPS = 20

/** Forwards upgrades to chat after checking path, Origin, session and sockets per address (SEC-61, SEC-62, SEC-89). */
export function proxyUpgrades(server: Server, ctx: Ctx, chat: Upstream, tokenFor: TokenFor): { stop(): Promise<void> } {
  const openByAddress = createOpenByAddress()
  const sockets = new Set<Duplex>()

  async function forward(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { config } = ctx
    const address = clientAddress(req, config.TRUST_PROXY)
    if (req.url?.split('?')[0] !== SOCKET_PATH) throw new AppError(404, messages.notFound)
    if (req.headers.origin !== undefined && !config.PUBLIC_ORIGINS.includes(req.headers.origin)) {
      ctx.logSecurity('malicious_cors', { address, resource: SOCKET_PATH })
      throw new AppError(403, messages.crossSite)
    }
    if (openByAddress.count(address) >= MAX_PER_ADDRESS[config.RATE_PROFILE]) {
      ctx.logSecurity('excess_rate_limit_exceeded', { address, rule: 'sockets' })
      throw new AppError(429, messages.tooManyRequests)
    }
    const cookie = readCookie(req.headers.cookie, cookieName(config.COOKIE_SECURE))
    const identity = await authenticate(ctx, { cookie, address })
    if (socket.destroyed) return

    const remove = openByAddress.add(address)
    sockets.add(socket)
    socketsOpen.set(sockets.size)
    socket.once('close', () => {
      sockets.delete(socket)
      socketsOpen.set(sockets.size)
      remove()
    })
    const { headers } = req
    inRequest(
      (name) => headers[name],
      (trace) => {
        req.headers = { ...forwardedAtUpgrade(headers, { token: tokenFor(identity), address }), ...traceHeaders(trace) }
        chat.upgrade(req, socket as Socket, head) // an HTTP server upgrades TCP sockets only
      },
    )
  }

  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    forward(req, socket, head).catch((error: unknown) => {
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'upgrade failed')
      rejectUpgrade(socket, error instanceof AppError ? error.status : 500)
    })
  })

  return {
    /** Closes the sockets over 2 s, so that clients do not all reconnect at once. */
    async stop() {
      const remaining = [...sockets]
      const perStep = Math.ceil(remaining.length / DRAIN_STEPS)
      for (let first = 0; first < remaining.length; first += perStep) {
        for (const socket of remaining.slice(first, first + perStep)) socket.destroy()
        await pause(DRAIN_MS / DRAIN_STEPS)
      }
    },
  }
}
