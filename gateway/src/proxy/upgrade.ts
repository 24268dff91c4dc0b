import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@zing/kit/errors'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { inRequest, traceHeaders } from '@zing/kit/observability/trace-context'
import { messages } from '@zing/proto/http/errors'
import { SOCKETS_PER_ADDRESS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import type { Ctx } from '../context.ts'
import { clientAddress } from '../protection/client-address.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { cookieName, readCookie } from '../sessions/cookies.ts'
import { forwardedAtUpgrade, type TokenFor } from './forwarded-headers.ts'
import type { Upstream } from './upstream.ts'

// A household or a test lab has more sockets than a production limit should allow to one address.
const PER_ADDRESS = { strict: SOCKETS_PER_ADDRESS, normal: 10 * SOCKETS_PER_ADDRESS, off: Number.POSITIVE_INFINITY }

const DRAIN_MS = 2_000
const DRAIN_STEPS = 20

/** The one door for sockets: path, Origin and session are checked before anything is upgraded (SEC-61, SEC-62, SEC-89). */
export function proxyUpgrades(server: Server, ctx: Ctx, chat: Upstream, tokenFor: TokenFor): { stop(): Promise<void> } {
  const open = new Map<string, number>()
  const sockets = new Set<Duplex>()

  async function admit(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { config } = ctx
    if (req.url?.split('?')[0] !== SOCKET_PATH) throw new AppError(404, messages.notFound)
    if (req.headers.origin !== undefined && !config.PUBLIC_ORIGINS.includes(req.headers.origin)) {
      throw new AppError(403, messages.crossSite)
    }
    const address = clientAddress(req, config.TRUST_PROXY)
    if ((open.get(address) ?? 0) >= PER_ADDRESS[config.RATE_PROFILE]) throw new AppError(429, messages.tooManyRequests)
    const identity = await authenticate(ctx, readCookie(req.headers.cookie, cookieName(config.COOKIE_SECURE)))
    if (socket.destroyed) return

    open.set(address, (open.get(address) ?? 0) + 1)
    sockets.add(socket)
    socketsOpen.set(sockets.size)
    socket.once('close', () => {
      sockets.delete(socket)
      socketsOpen.set(sockets.size)
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    const { headers } = req
    inRequest(
      (name) => headers[name],
      (trace) => {
        req.headers = { ...forwardedAtUpgrade(headers, tokenFor(identity)), ...traceHeaders(trace) }
        chat.upgrade(req, socket as Socket, head) // an HTTP server's upgrades come on TCP sockets
      },
    )
  }

  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    admit(req, socket, head).catch((error: unknown) => {
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'upgrade failed')
      refuse(socket, error instanceof AppError ? error.status : 500)
    })
  })

  return {
    /** Lets them go over 2 s, so that they do not all come back in one instant. */
    async stop() {
      const left = [...sockets]
      const each = Math.ceil(left.length / DRAIN_STEPS)
      for (let first = 0; first < left.length; first += each) {
        for (const socket of left.slice(first, first + each)) socket.destroy()
        await pause(DRAIN_MS / DRAIN_STEPS)
      }
    },
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
