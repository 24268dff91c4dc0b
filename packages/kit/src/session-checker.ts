import { Role } from '@zing/proto/accounts/roles'
import { errors } from '@zing/proto/errors'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { type ActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import { LRUCache } from 'lru-cache'
import { createBatcher } from './timing/batcher.ts'
import { createCircuitBreaker } from './timing/circuit-breaker.ts'
import { intervalWhileNeeded } from './timing/interval-while-needed.ts'

export interface Session {
  userId: number
  sid: string
}

interface Checked {
  userId: number
  isActive: boolean
  /** The user is pending or refused. */
  isPending: boolean
  /** Null for a member; undefined until auth has reported it. */
  role?: Role | null
  at: number
}

const MAX_SESSIONS = 50_000
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

interface Renewal {
  everyMs: number
  /** A session counts as in use for this time in ms after its last use. */
  usedForMs: number
  /** The first use counts too; otherwise only uses while the result is fresh count. */
  fromFirstUse?: boolean
}

export type SessionChecker = ReturnType<typeof createSessionChecker>

/**
 * Checks sessions with auth, many in one RPC, and remembers the results. A result is fresh for 5 s, and serves for a minute
 * while auth does not respond. Without a result callers get 503. A failed check counts for a second, so that callers do not
 * queue for a silent auth. A known revocation wins over any result, even over a check in flight (SEC-12). A session is active
 * for its own user only, whatever user a token names. A role serves only while it is fresh.
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
  const cache = new LRUCache<string, Checked>({ max: MAX_SESSIONS })
  const revoked = new LRUCache<string, true>({ max: MAX_SESSIONS })
  const changedAt = new LRUCache<string, number>({ max: MAX_SESSIONS })
  const inFlight = new Map<string, Promise<boolean>>()
  const usedAt = new Map<string, number>() // by sid
  const renewing = new Set<string>()
  let generation = 0 // raised when all sessions end, which invalidates results in flight

  const circuit = createCircuitBreaker(FAILURE_KEPT_MS, now)
  const enqueue = createBatcher<Session>((sessions) => circuit.run(() => checkTogether(sessions, fetchActive)), {
    maxConcurrent: MAX_REQUESTS_IN_FLIGHT,
    size: SESSIONS_PER_REQUEST,
    ...(lingerMs !== undefined && { lingerMs }),
  })
  const renewals = renewal && intervalWhileNeeded(renewal.everyMs, () => renew(renewal))

  async function checkTogether(sessions: Session[], fetch: FetchActive): Promise<void> {
    const requestedIn = generation
    const requested = new Map<string, Session>() // auth responds by sid
    for (const { sid, userId } of sessions) if (!requested.has(sid)) requested.set(sid, { sid, userId })
    const requestedAt = now()
    const { sids, roles, pending } = await fetch([...requested.values()])
    const active = new Set(sids)
    const isPending = new Set(pending)
    const roleOfSid = new Map(roles.map(({ sid, role }) => [sid, Role.safeParse(role).data]))
    for (const { sid, userId } of requested.values()) {
      const isActive = active.has(sid) && !revoked.has(sid) && requestedIn === generation
      const isCurrent = (changedAt.get(sid) ?? Number.NEGATIVE_INFINITY) < requestedAt
      const at = isCurrent ? now() : staleTime()
      cache.set(sid, { userId, isActive, isPending: isPending.has(sid), role: roleOfSid.get(sid) ?? null, at })
    }
    for (const { sid, userId } of sessions) if (!ownOf({ sid, userId })?.isActive) onEnded({ sid, userId })
  }

  async function check(session: Session): Promise<boolean> {
    await enqueue(session)
    const isActive = ownOf(session)?.isActive ?? false
    if (isActive && renewal?.fromFirstUse) markUsed(session.sid)
    return isActive
  }

  function ageOf({ at }: Checked): number {
    return now() - at
  }

  /** The time of a result that serves only while auth does not respond. */
  function staleTime(): number {
    return now() - freshMs - 1
  }

  function ownOf({ sid, userId }: Session): Checked | undefined {
    const checked = cache.get(sid)
    return checked?.userId === userId ? checked : undefined
  }

  function isKept(checked: Checked | undefined): checked is Checked {
    return checked !== undefined && ageOf(checked) <= staleMs
  }

  function keptResult(checked: Checked | undefined): boolean {
    if (isKept(checked)) return checked.isActive
    throw errors.unavailable()
  }

  function markUsed(sid: string): void {
    if (!renewals) return
    usedAt.set(sid, now())
    renewals.start()
  }

  /** After a failure the next call checks again. Returns false when no session is in use. */
  function renew({ usedForMs }: Renewal): boolean {
    for (const session of takeDue(usedForMs)) {
      renewing.add(session.sid)
      void enqueue(session)
        .catch(() => {})
        .finally(() => renewing.delete(session.sid))
    }
    return usedAt.size > 0
  }

  function takeDue(usedForMs: number): Session[] {
    const due: Session[] = []
    for (const [sid, at] of usedAt) {
      const checked = cache.get(sid)
      const isFresh = checked?.isActive && ageOf(checked) <= freshMs
      if (!isFresh || now() - at > usedForMs) usedAt.delete(sid)
      else if (ageOf(checked) >= freshMs / 2 && !renewing.has(sid)) due.push({ userId: checked.userId, sid })
    }
    return due
  }

  return {
    /** Throws a 503 if auth does not respond and there is no result to serve. */
    async isActive(session: Session): Promise<boolean> {
      const { sid, userId } = session
      if (revoked.has(sid)) return false
      const checked = cache.get(sid)
      const isOwn = checked?.userId === userId
      if (checked && ageOf(checked) <= freshMs) {
        if (isOwn) markUsed(sid)
        if (isOwn || checked.isActive) return isOwn && checked.isActive
      }
      if (circuit.isOpen()) return keptResult(ownOf(session))
      const key = `${userId} ${sid}`
      const result = inFlight.get(key) ?? check(session).finally(() => inFlight.delete(key))
      inFlight.set(key, result)
      try {
        return await result
      } catch {
        return !revoked.has(sid) && keptResult(ownOf(session)) // a revocation may have arrived meanwhile
      }
    },

    /** True if the user is pending or refused, by the result that `isActive` has just used. */
    isPending: (session: Session): boolean => ownOf(session)?.isPending ?? false,

    /** Returns the role of an active session, as auth reported it within `freshMs`. Throws a 503 if auth does not respond. */
    async roleOf(session: Session): Promise<Role | null> {
      const checked = ownOf(session)
      if (checked?.role === undefined || ageOf(checked) > freshMs) {
        if (circuit.isOpen()) throw errors.unavailable()
        await enqueue(session).catch(() => {
          throw errors.unavailable()
        })
      }
      const own = ownOf(session)
      return own?.isActive ? (own.role ?? null) : null
    },

    /** Checks sessions with `fetch` now, whatever is remembered. Without a response the last results stay. */
    async confirm(sessions: Session[], fetch: FetchActive): Promise<void> {
      for (let first = 0; first < sessions.length; first += SESSIONS_PER_REQUEST)
        await checkTogether(sessions.slice(first, first + SESSIONS_PER_REQUEST), fetch).catch(() => {})
    },

    /** True if auth has not confirmed the session within `staleMs`. */
    isUnknown: (session: Session): boolean => !isKept(ownOf(session)),

    /** Notes a session that has just been opened or checked. */
    add({ sid, userId }: Session, isPending = false): void {
      cache.set(sid, { userId, isActive: true, isPending, at: now() })
    },

    /** Marks the results of these sessions as old. They serve only while auth does not respond. */
    outdate(sids: string[]): void {
      for (const sid of sids) {
        changedAt.set(sid, now())
        const checked = cache.get(sid)
        if (checked) cache.set(sid, { ...checked, at: Math.min(checked.at, staleTime()) })
      }
    },

    /** Revokes these sessions; `null` revokes all of them. */
    revoke(sids: string[] | null): void {
      if (sids === null) {
        generation += 1
        cache.clear()
        return
      }
      for (const sid of sids) {
        cache.delete(sid)
        revoked.set(sid, true)
      }
    },

    stop: () => renewals?.stop(),
  }
}
