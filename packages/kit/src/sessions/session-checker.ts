import { Role } from '@zing/proto/accounts/roles'
import { errors } from '@zing/proto/errors'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { type ActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import { createBatcher } from '../timing/batcher.ts'
import { createCircuitBreaker } from '../timing/circuit-breaker.ts'
import { createSessionRenewals, type Renewal } from './session-renewals.ts'
import { createSessionResults, type Session, type SessionResult } from './session-results.ts'

// More requests would slow auth down when many clients reconnect at once.
const MAX_REQUESTS_IN_FLIGHT = 2
const FAILURE_KEPT_MS = 1_000

type FetchActive = (sessions: Session[]) => Promise<ActiveSessions>

export interface SessionCheckerOptions {
  /** A result of at most this age in ms serves without another check. */
  freshMs?: number
  /** A result of at most this age in ms serves while auth does not respond. */
  staleMs?: number
  /** A check waits this long, in ms, to share its RPC with others. */
  lingerMs?: number
  /** Checks sessions in use before their results are too old, a hundred in one RPC. No call waits for it. */
  renewal?: Renewal
  /** Called for each session that auth reports as ended. */
  onEnded?(session: Session): void
  now?: () => number
}

export type SessionChecker = ReturnType<typeof createSessionChecker>

/**
 * Checks sessions with auth, many in one RPC, and remembers the results. A result is fresh for 5 s, and serves for a minute
 * while auth does not respond. Without a result callers get 503. A failed check counts for a second, so that callers do not
 * queue for a silent auth. A role serves only while it is fresh.
 */
export function createSessionChecker(
  fetchActive: FetchActive,
  {
    freshMs = SESSION_CACHE_FRESH_MS,
    staleMs = SESSION_CACHE_MAX_MS,
    lingerMs,
    renewal,
    onEnded = () => {},
    now = () => performance.now(),
  }: SessionCheckerOptions = {},
) {
  const results = createSessionResults({ freshMs, staleMs, now })
  const inFlight = new Map<string, Promise<boolean>>()
  const circuit = createCircuitBreaker(FAILURE_KEPT_MS, now)
  const enqueue = createBatcher<Session>((sessions) => circuit.run(() => checkTogether(sessions, fetchActive)), {
    maxConcurrent: MAX_REQUESTS_IN_FLIGHT,
    size: SESSIONS_PER_REQUEST,
    ...(lingerMs !== undefined && { lingerMs }),
  })
  const renewals = renewal && createSessionRenewals(renewal, { results, freshMs, now, check: enqueue })

  async function checkTogether(sessions: Session[], fetch: FetchActive): Promise<void> {
    const requested = new Map<string, Session>() // auth responds by sid
    for (const { sid, userId } of sessions) if (!requested.has(sid)) requested.set(sid, { sid, userId })
    const store = results.beginCheck()
    const { sids, roles, pending } = await fetch([...requested.values()])
    const [active, isPending] = [new Set(sids), new Set(pending)]
    const roleOfSid = new Map(roles.map(({ sid, role }) => [sid, Role.safeParse(role).data]))
    for (const session of requested.values()) {
      const { sid } = session
      store(session, { isActive: active.has(sid), isPending: isPending.has(sid), role: roleOfSid.get(sid) ?? null })
    }
    for (const { sid, userId } of sessions) if (!results.ownOf({ sid, userId })?.isActive) onEnded({ sid, userId })
  }

  async function check(session: Session): Promise<boolean> {
    await enqueue(session)
    const isActive = results.ownOf(session)?.isActive ?? false
    if (isActive && renewal?.fromFirstUse) renewals?.markUsed(session.sid)
    return isActive
  }

  function keptResult(result: SessionResult | undefined): boolean {
    if (result && results.isKept(result)) return result.isActive
    throw errors.unavailable()
  }

  return {
    /** Throws a 503 if auth does not respond and there is no result to serve. */
    async isActive(session: Session): Promise<boolean> {
      const { sid, userId } = session
      if (results.isRevoked(sid)) return false
      const known = results.find(sid)
      const isOwn = known?.userId === userId
      if (known && results.isFresh(known)) {
        if (isOwn) renewals?.markUsed(sid)
        if (isOwn || known.isActive) return isOwn && known.isActive
      }
      if (circuit.isOpen()) return keptResult(results.ownOf(session))
      const key = `${userId} ${sid}`
      const result = inFlight.get(key) ?? check(session).finally(() => inFlight.delete(key))
      inFlight.set(key, result)
      try {
        return await result
      } catch {
        return !results.isRevoked(sid) && keptResult(results.ownOf(session)) // a revocation may have arrived meanwhile
      }
    },

    /** True if the user is pending or refused, by the result that `isActive` has just used. */
    isPending: (session: Session): boolean => results.ownOf(session)?.isPending ?? false,

    /** Returns the role of an active session, as auth reported it within `freshMs`. Throws a 503 if auth does not respond. */
    async roleOf(session: Session): Promise<Role | null> {
      const known = results.ownOf(session)
      if (known?.role === undefined || !results.isFresh(known)) {
        if (circuit.isOpen()) throw errors.unavailable()
        await enqueue(session).catch(() => {
          throw errors.unavailable()
        })
      }
      const own = results.ownOf(session)
      return own?.isActive ? (own.role ?? null) : null
    },

    /** Checks sessions with `fetch` now, whatever is remembered. Without a response the last results stay. */
    async confirm(sessions: Session[], fetch: FetchActive): Promise<void> {
      for (let first = 0; first < sessions.length; first += SESSIONS_PER_REQUEST)
        await checkTogether(sessions.slice(first, first + SESSIONS_PER_REQUEST), fetch).catch(() => {})
    },

    /** True if auth has not confirmed the session within `staleMs`. */
    isUnknown(session: Session): boolean {
      const own = results.ownOf(session)
      return !own || !results.isKept(own)
    },

    add: results.add,
    outdate: results.outdate,
    revoke: results.revoke,
    stop: () => renewals?.stop(),
  }
}
