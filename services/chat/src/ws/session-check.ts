import { createBatcher } from '@zing/kit/batcher'
import { createCircuitBreaker } from '@zing/kit/circuit-breaker'
import { AppError, unavailable } from '@zing/kit/errors'
import { intervalWhileNeeded } from '@zing/kit/interval-while-needed'
import type { Nats } from '@zing/kit/nats/connection'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errorMessages } from '@zing/proto/http/errors'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import type { ClientSocket } from './client-socket.ts'
import { confirmSessions } from './watch-sessions.ts'

const MAX_REQUESTS_IN_FLIGHT = 2
const FAILURE_KEPT_MS = 1_000
const RENEW_EVERY_MS = 1_000
const RENEW_FROM_MS = SESSION_CACHE_FRESH_MS / 2
/** Time after a message in which its session is kept fresh, so that the next message need not wait for auth. */
const IN_USE_MS = 20_000

export interface SessionCheck {
  /** Rejects with a 401 for a session that has ended, with a 503 for one that auth has not confirmed in time. */
  ensureActive(socket: ClientSocket): Promise<void>
  stop(): void
}

/**
 * Creates the check of a session before a message is sent, with the bounds that the gateway has for a request (SEC-12):
 * a confirmation by auth is fresh for 5 s, and serves for a minute while auth does not respond; then 503. Sessions in use
 * are confirmed before that, many with one request.
 */
export function createSessionCheck(nats: Nats): SessionCheck {
  const circuit = createCircuitBreaker(FAILURE_KEPT_MS)
  const enqueue = createBatcher<ClientSocket>((sockets) => circuit.run(() => confirmSessions(nats, sockets)), {
    maxConcurrent: MAX_REQUESTS_IN_FLIGHT,
    size: SESSIONS_PER_REQUEST,
  })
  const inFlight = new Map<ClientSocket, Promise<void>>()
  const usedAt = new Map<ClientSocket, number>()
  const renewals = intervalWhileNeeded(RENEW_EVERY_MS, renew)

  /** Does not reject: after a failure the last confirmation serves. */
  function confirm(socket: ClientSocket): Promise<void> {
    const confirming =
      inFlight.get(socket) ??
      enqueue(socket)
        .catch(() => {})
        .finally(() => inFlight.delete(socket))
    inFlight.set(socket, confirming)
    return confirming
  }

  function renew(): boolean {
    const now = performance.now()
    for (const [socket, at] of usedAt) {
      if (now - at > IN_USE_MS || !socket.isOpen()) usedAt.delete(socket)
      else if (ageOf(socket) > RENEW_FROM_MS && !circuit.isOpen()) void confirm(socket)
    }
    return usedAt.size > 0
  }

  async function ensureActive(socket: ClientSocket): Promise<void> {
    const wasEnded = socket.isEnded()
    usedAt.set(socket, performance.now())
    renewals.start()
    if (ageOf(socket) > SESSION_CACHE_FRESH_MS && !circuit.isOpen()) await confirm(socket)
    if (socket.isEnded()) {
      if (!wasEnded) logSecurityEvent(nats.log, 'session_use_after_expire', { userId: socket.userId })
      throw new AppError(401, errorMessages.notSignedIn)
    }
    if (ageOf(socket) > SESSION_CACHE_MAX_MS) throw unavailable()
  }

  return { ensureActive, stop: renewals.stop }
}

function ageOf({ verifiedAt }: ClientSocket): number {
  return performance.now() - verifiedAt
}
