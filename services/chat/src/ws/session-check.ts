import { createBatcher } from '@zing/kit/batcher'
import { createCircuit } from '@zing/kit/circuit'
import { AppError, unavailable } from '@zing/kit/errors'
import type { Nats } from '@zing/kit/nats/connection'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { messages } from '@zing/proto/http/errors'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc'
import type { Session } from './session.ts'
import { confirmSessions } from './watch-sessions.ts'

const MAX_REQUESTS_IN_FLIGHT = 2
const FAILURE_KEPT_MS = 1_000
const RENEW_FROM_MS = SESSION_CACHE_FRESH_MS / 2

export type SessionCheck = (session: Session) => Promise<void>

/**
 * Creates the check of a session before a message is sent, with the bounds that the gateway has for a request (SEC-12):
 * a confirmation by auth is fresh for 5 s, and serves for a minute while auth does not respond; then 503.
 */
export function createSessionCheck(nats: Nats): SessionCheck {
  const circuit = createCircuit(FAILURE_KEPT_MS, Date.now)
  const enqueue = createBatcher<Session>((sessions) => circuit.run(() => confirmSessions(nats, sessions)), {
    maxConcurrent: MAX_REQUESTS_IN_FLIGHT,
    size: SESSIONS_PER_REQUEST,
  })
  const inFlight = new Map<Session, Promise<void>>()

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

  return async function ensureActive(session) {
    const wasEnded = session.isEnded()
    if (ageOf(session) > RENEW_FROM_MS && !circuit.isOpen()) {
      const confirmed = confirm(session)
      if (ageOf(session) > SESSION_CACHE_FRESH_MS) await confirmed
    }
    if (session.isEnded()) {
      if (!wasEnded) logSecurityEvent(nats.log, 'session_use_after_expire', { userId: session.userId })
      throw new AppError(401, messages.notSignedIn)
    }
    if (ageOf(session) > SESSION_CACHE_MAX_MS) throw unavailable()
  }
}

function ageOf({ verifiedAt }: Session): number {
  return Date.now() - verifiedAt
}
