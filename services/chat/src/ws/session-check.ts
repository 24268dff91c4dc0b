import { createBatcher } from '@zing/kit/batcher'
import { createCircuit } from '@zing/kit/circuit'
import { AppError, unavailable } from '@zing/kit/errors'
import { intervalWhileNeeded } from '@zing/kit/interval-while-needed'
import type { Nats } from '@zing/kit/nats/connection'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { messages } from '@zing/proto/http/errors'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import type { Session } from './session.ts'
import { confirmSessions } from './watch-sessions.ts'

const MAX_REQUESTS_IN_FLIGHT = 2
const FAILURE_KEPT_MS = 1_000
const RENEW_EVERY_MS = 1_000
const RENEW_FROM_MS = SESSION_CACHE_FRESH_MS / 2
/** Time after a message in which its session is kept fresh, so that the next message need not wait for auth. */
const IN_USE_MS = 20_000

export interface SessionCheck {
  /** Rejects with a 401 for a session that has ended, with a 503 for one that auth has not confirmed in time. */
  ensureActive(session: Session): Promise<void>
  stop(): void
}

/**
 * Creates the check of a session before a message is sent, with the bounds that the gateway has for a request (SEC-12):
 * a confirmation by auth is fresh for 5 s, and serves for a minute while auth does not respond; then 503. Sessions in use
 * are confirmed before that, many with one request.
 */
export function createSessionCheck(nats: Nats): SessionCheck {
  const circuit = createCircuit(FAILURE_KEPT_MS, Date.now)
  const enqueue = createBatcher<Session>((sessions) => circuit.run(() => confirmSessions(nats, sessions)), {
    maxConcurrent: MAX_REQUESTS_IN_FLIGHT,
    size: SESSIONS_PER_REQUEST,
  })
  const inFlight = new Map<Session, Promise<void>>()
  const usedAt = new Map<Session, number>()
  const renewals = intervalWhileNeeded(RENEW_EVERY_MS, renew)

  /** Does not reject: after a failure the last confirmation serves. */
  function confirm(session: Session): Promise<void> {
    const confirming =
      inFlight.get(session) ??
      enqueue(session)
        .catch(() => {})
        .finally(() => inFlight.delete(session))
    inFlight.set(session, confirming)
    return confirming
  }

  function renew(): boolean {
    const now = Date.now()
    for (const [session, at] of usedAt) {
      if (now - at > IN_USE_MS || !session.isOpen()) usedAt.delete(session)
      else if (ageOf(session) > RENEW_FROM_MS && !circuit.isOpen()) void confirm(session)
    }
    return usedAt.size > 0
  }

  async function ensureActive(session: Session): Promise<void> {
    const wasEnded = session.isEnded()
    usedAt.set(session, Date.now())
    renewals.start()
    if (ageOf(session) > SESSION_CACHE_FRESH_MS && !circuit.isOpen()) await confirm(session)
    if (session.isEnded()) {
      if (!wasEnded) logSecurityEvent(nats.log, 'session_use_after_expire', { userId: session.userId })
      throw new AppError(401, messages.notSignedIn)
    }
    if (ageOf(session) > SESSION_CACHE_MAX_MS) throw unavailable()
  }

  return { ensureActive, stop: renewals.stop }
}

function ageOf({ verifiedAt }: Session): number {
  return Date.now() - verifiedAt
}
