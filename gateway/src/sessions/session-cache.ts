import { createBatcher } from '@zing/kit/batcher'
import { createCircuitBreaker } from '@zing/kit/circuit-breaker'
import { unavailable } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { type ActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import { Role } from '@zing/proto/roles'
import { LRUCache } from 'lru-cache'

interface CachedSession {
  userId: number
  isActive: boolean
  /** Null for a member; absent until auth has reported it. */
  role?: Role | null
  at: number
}

const MAX_SESSIONS = 50_000
export const SESSION_CACHE_RENEW_MS = SESSION_CACHE_FRESH_MS / 10
// More would only slow auth down when many clients reconnect at once.
const MAX_REQUESTS_IN_FLIGHT = 2
const RENEW_FROM_MS = SESSION_CACHE_FRESH_MS / 2
/**
 * From its last use on a session is renewed for so long: one of a hundred in an RPC takes a small part of the time of an RPC of
 * its own, which its next call would need.
 */
const USED_FOR_MS = 30_000
const FAILURE_KEPT_MS = 1_000

type FetchActive = (sessions: Identity[]) => Promise<ActiveSessions>

interface SessionCacheOptions {
  now?: () => number
  /** Called when a session is used that `renew` may have to renew. */
  onUse?: () => void
}

/**
 * Caches what auth reports about each session: fresh for 5 s, and for a minute while auth does not respond; then 503.
 * A failed check counts for FAILURE_KEPT_MS, so that requests do not all wait for an auth that does not respond.
 * A known revocation wins over any result, also over one that is still in flight (SEC-12).
 * A session is active for its own user only, whatever user a token names. A role counts while it is fresh, and no longer.
 */
export function createSessionCache(
  fetchActive: FetchActive,
  { now = () => performance.now(), onUse = () => {} }: SessionCacheOptions = {},
) {
  const cache = new LRUCache<string, CachedSession>({ max: MAX_SESSIONS })
  const used = new Map<string, number>() // time of the last use by sid
  const renewing = new Set<string>()
  const inFlight = new Map<string, Promise<boolean>>()
  const revoked = new LRUCache<string, true>({ max: MAX_SESSIONS })
  let generation = 0 // raised when all sessions end, which invalidates results in flight

  const circuit = createCircuitBreaker(FAILURE_KEPT_MS, now)

  async function checkBatch(sessions: Identity[]): Promise<void> {
    const requestedIn = generation
    const requested = new Map(sessions.map((session) => [session.sid, session])) // auth responds by sid
    const { sids, roles = [] } = await circuit.run(() => fetchActive([...requested.values()]))
    const active = new Set(sids)
    const roleOfSid = new Map(roles.map(({ sid, role }) => [sid, Role.safeParse(role).data]))
    for (const { sid, userId } of requested.values()) {
      const isActive = active.has(sid) && !revoked.has(sid) && requestedIn === generation
      cache.set(sid, { userId, isActive, role: roleOfSid.get(sid) ?? null, at: now() })
    }
  }

  const enqueue = createBatcher(checkBatch, { maxConcurrent: MAX_REQUESTS_IN_FLIGHT, size: SESSIONS_PER_REQUEST })
  async function check(identity: Identity): Promise<boolean> {
    await enqueue(identity)
    return ownOf(identity)?.isActive ?? false
  }

  function ageOf({ at }: CachedSession): number {
    return now() - at
  }

  function ownOf({ sid, userId }: Identity): CachedSession | undefined {
    const cached = cache.get(sid)
    return cached?.userId === userId ? cached : undefined
  }

  function keptResult(cached: CachedSession | undefined): boolean {
    if (cached && ageOf(cached) <= SESSION_CACHE_MAX_MS) return cached.isActive
    throw unavailable()
  }

  function hasFreshRole({ sid, userId }: Identity): boolean {
    const cached = cache.get(sid)
    return cached?.userId === userId && cached.role !== undefined && ageOf(cached) <= SESSION_CACHE_FRESH_MS
  }

  function setUsed(sid: string): void {
    used.set(sid, now())
    onUse()
  }

  function takeDue(): Identity[] {
    const due: Identity[] = []
    for (const [sid, usedAt] of used) {
      const cached = cache.get(sid)
      const isFresh = cached?.isActive && ageOf(cached) <= SESSION_CACHE_FRESH_MS
      if (!isFresh || now() - usedAt > USED_FOR_MS) used.delete(sid)
      else if (ageOf(cached) >= RENEW_FROM_MS && !renewing.has(sid)) due.push({ userId: cached.userId, sid })
    }
    return due
  }

  return {
    async isActive(identity: Identity): Promise<boolean> {
      const { sid, userId } = identity
      if (revoked.has(sid)) return false
      const cached = cache.get(sid)
      const isOwn = cached?.userId === userId
      if (cached && ageOf(cached) <= SESSION_CACHE_FRESH_MS) {
        if (isOwn) setUsed(sid)
        if (isOwn || cached.isActive) return isOwn && cached.isActive
      }
      if (circuit.isOpen()) return keptResult(ownOf(identity))
      const key = `${userId} ${sid}`
      const result = inFlight.get(key) ?? check(identity).finally(() => inFlight.delete(key))
      inFlight.set(key, result)
      try {
        return await result
      } catch {
        return !revoked.has(sid) && keptResult(ownOf(identity)) // it may have been revoked meanwhile
      }
    },

    /** The role of an active session as auth reported it within SESSION_CACHE_FRESH_MS; a 503 if auth does not respond. */
    async roleOf(identity: Identity): Promise<Role | null> {
      if (!hasFreshRole(identity)) {
        if (circuit.isOpen()) throw unavailable()
        await enqueue(identity).catch(() => {
          throw unavailable()
        })
      }
      const cached = cache.get(identity.sid)
      return cached?.isActive && cached.userId === identity.userId ? (cached.role ?? null) : null
    },

    /** True while `renew` has to be called every SESSION_CACHE_RENEW_MS. */
    hasUsed: () => used.size > 0,

    /** Renews sessions that were used lately before they expire, in batches. */
    async renew(): Promise<void> {
      const due = takeDue()
      for (const { sid } of due) renewing.add(sid)
      await Promise.allSettled(due.map(enqueue)) // after a failure, the next request checks again
      for (const { sid } of due) renewing.delete(sid)
    },

    add({ sid, userId }: Identity): void {
      cache.set(sid, { userId, isActive: true, at: now() })
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
  }
}
export type SessionCache = ReturnType<typeof createSessionCache>
