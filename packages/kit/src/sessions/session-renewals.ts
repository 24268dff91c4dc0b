import { intervalWhileNeeded } from '../timing/interval-while-needed.ts'
import type { Session, SessionResults } from './session-results.ts'

export interface Renewal {
  everyMs: number
  /** A session counts as in use for this time in ms after its last use. */
  usedForMs: number
  /** The first use counts too; otherwise only uses while the result is fresh count. */
  fromFirstUse?: boolean
}

interface RenewalOptions {
  results: SessionResults
  freshMs: number
  now: () => number
  check(session: Session): Promise<void>
}

/** Checks sessions in use again before their results are too old. After a failure the next call checks again. */
export function createSessionRenewals(
  { everyMs, usedForMs }: Renewal,
  { results, freshMs, now, check }: RenewalOptions,
) {
  const usedAt = new Map<string, number>() // by sid
  const renewing = new Set<string>()
  const interval = intervalWhileNeeded(everyMs, renew)

  /** Returns false when no session is in use. */
  function renew(): boolean {
    for (const session of takeDue()) {
      renewing.add(session.sid)
      void check(session)
        .catch(() => {})
        .finally(() => renewing.delete(session.sid))
    }
    return usedAt.size > 0
  }

  function takeDue(): Session[] {
    const due: Session[] = []
    for (const [sid, at] of usedAt) {
      const result = results.find(sid)
      const isFresh = result?.isActive && results.isFresh(result)
      if (!isFresh || now() - at > usedForMs) usedAt.delete(sid)
      else if (results.ageOf(result) >= freshMs / 2 && !renewing.has(sid)) due.push({ userId: result.userId, sid })
    }
    return due
  }

  return {
    markUsed(sid: string): void {
      usedAt.set(sid, now())
      interval.start()
    },
    stop: () => interval.stop(),
  }
}
