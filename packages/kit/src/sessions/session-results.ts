import type { Role } from '@zing/proto/accounts/roles'
import { LRUCache } from 'lru-cache'

export interface Session {
  userId: number
  sid: string
}

interface Answer {
  isActive: boolean
  /** The user is pending or refused. */
  isPending: boolean
  /** Null for a member; undefined until auth has reported it. */
  role?: Role | null
}

export interface SessionResult extends Answer {
  userId: number
  at: number
}

export interface ResultTimes {
  freshMs: number
  staleMs: number
  now: () => number
}

const MAX_SESSIONS = 50_000

export type SessionResults = ReturnType<typeof createSessionResults>

/** Remembers what auth has said about sessions. A revocation wins over any result, even over a check in flight (SEC-12). */
export function createSessionResults({ freshMs, staleMs, now }: ResultTimes) {
  const results = new LRUCache<string, SessionResult>({ max: MAX_SESSIONS })
  const revoked = new LRUCache<string, true>({ max: MAX_SESSIONS })
  const changedAt = new LRUCache<string, number>({ max: MAX_SESSIONS })
  let generation = 0 // raised when all sessions end, which invalidates results in flight

  /** The time of a result that serves only while auth does not respond. */
  function staleTime(): number {
    return now() - freshMs - 1
  }

  return {
    find: (sid: string): SessionResult | undefined => results.get(sid),

    /** Finds the result of a session for its own user only, whatever user a token names. */
    ownOf({ sid, userId }: Session): SessionResult | undefined {
      const result = results.get(sid)
      return result?.userId === userId ? result : undefined
    },

    ageOf: ({ at }: SessionResult): number => now() - at,
    isFresh: ({ at }: SessionResult): boolean => now() - at <= freshMs,
    isKept: ({ at }: SessionResult): boolean => now() - at <= staleMs,
    isRevoked: (sid: string): boolean => revoked.has(sid),

    /** Begins a check. Its answers are stored by the returned function, and lose to what happens in the meantime. */
    beginCheck() {
      const [begunIn, begunAt] = [generation, now()]
      return ({ sid, userId }: Session, answer: Answer): void => {
        const isActive = answer.isActive && !revoked.has(sid) && begunIn === generation
        const isCurrent = (changedAt.get(sid) ?? Number.NEGATIVE_INFINITY) < begunAt
        results.set(sid, { ...answer, userId, isActive, at: isCurrent ? now() : staleTime() })
      }
    },

    /** Notes a session that has just been opened or checked. */
    add({ sid, userId }: Session, isPending = false): void {
      results.set(sid, { userId, isActive: true, isPending, at: now() })
    },

    /** Marks the results of these sessions as old. They serve only while auth does not respond. */
    outdate(sids: string[]): void {
      for (const sid of sids) {
        changedAt.set(sid, now())
        const result = results.get(sid)
        if (result) results.set(sid, { ...result, at: Math.min(result.at, staleTime()) })
      }
    },

    /** Revokes these sessions; `null` revokes all of them. */
    revoke(sids: string[] | null): void {
      if (sids === null) {
        generation += 1
        results.clear()
        return
      }
      for (const sid of sids) {
        results.delete(sid)
        revoked.set(sid, true)
      }
    },
  }
}
