import { BoundedMap } from '@zing/kit/bounded-map'
import { unavailable } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc'
import { createBatcher } from './batcher.ts'

interface CachedSession {
  userId: number
  isActive: boolean
  at: number
}

const MAX_SESSIONS = 50_000
/** Who is active is asked about before a request has to wait for it; a few at a time, so that nobody waits behind them. */
export const SESSION_CACHE_RENEW_MS = SESSION_CACHE_FRESH_MS / 10
/** More at a time would only make auth slower, above all when everybody comes back at once. */
const MAX_REQUESTS_IN_FLIGHT = 2
const RENEW_FROM_MS = SESSION_CACHE_FRESH_MS / 2

/** Which of these sessions are live, by sid. */
type FetchActive = (sessions: Identity[]) => Promise<string[]>

/**
 * What auth last said of each session. Fresh for 5 s; if auth cannot be asked, a good cachedSession serves for a minute, and
 * without one the answer is 503. A revocation that we know of is never forgotten in favour of an older answer (SEC-12).
 */
export function createSessionCache(fetchActive: FetchActive, now: () => number = Date.now) {
  const sessionCache = new BoundedMap<string, CachedSession>(MAX_SESSIONS)
  const used = new Set<string>() // since the cachedSession was given
  const asking = new Map<string, Promise<boolean>>()
  const revoked = new BoundedMap<string, true>(MAX_SESSIONS)
  let generation = 0 // raised when all sessions end: answers that were on their way are of the past

  async function ask(sessions: Identity[]): Promise<void> {
    const asked = generation
    const live = new Set(await fetchActive(sessions))
    for (const { sid, userId } of sessions) {
      const isActive = live.has(sid) && !revoked.has(sid) && asked === generation
      sessionCache.set(sid, { userId, isActive, at: now() })
    }
  }

  const enqueue = createBatcher(ask, { maxConcurrent: MAX_REQUESTS_IN_FLIGHT, size: SESSIONS_PER_REQUEST })
  async function check(identity: Identity): Promise<boolean> {
    await enqueue(identity)
    return sessionCache.get(identity.sid)?.isActive ?? false
  }

  function ageOf({ at }: CachedSession): number {
    return now() - at
  }

  function takeDue(): Identity[] {
    const due: Identity[] = []
    for (const sid of used) {
      const known = sessionCache.get(sid)
      if (known && ageOf(known) < RENEW_FROM_MS) continue
      used.delete(sid)
      if (known?.isActive && ageOf(known) <= SESSION_CACHE_FRESH_MS) due.push({ userId: known.userId, sid })
    }
    return due
  }

  return {
    async isActive(identity: Identity): Promise<boolean> {
      const { sid } = identity
      if (revoked.has(sid)) return false
      const known = sessionCache.get(sid)
      if (known && ageOf(known) <= SESSION_CACHE_FRESH_MS) {
        used.add(sid)
        return known.isActive
      }
      const question = asking.get(sid) ?? check(identity).finally(() => asking.delete(sid))
      asking.set(sid, question)
      try {
        return await question
      } catch {
        if (known && ageOf(known) <= SESSION_CACHE_MAX_MS) return known.isActive
        throw unavailable()
      }
    },

    /** To be called every SESSION_CACHE_RENEW_MS: asks again about those who were active, many in one question. */
    async renew(): Promise<void> {
      await Promise.allSettled(takeDue().map(enqueue)) // if auth cannot be asked, requests find out for themselves
    },

    /** Opened through this gateway a moment ago. */
    opened({ sid, userId }: Identity): void {
      sessionCache.set(sid, { userId, isActive: true, at: now() })
    },

    /** `null`: all of them. */
    revoke(sids: string[] | null): void {
      if (sids === null) {
        generation += 1
        sessionCache.clear()
        return
      }
      for (const sid of sids) {
        sessionCache.delete(sid)
        revoked.set(sid, true)
      }
    },
  }
}
export type SessionCache = ReturnType<typeof createSessionCache>
