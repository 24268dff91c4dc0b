import { unavailable } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/internal-token'
import { SESSION_VERDICT_FRESH_MS, SESSION_VERDICT_MAX_MS } from '@zing/proto/limits'

interface Verdict {
  isLive: boolean
  at: number
}

const MAX_SESSIONS = 50_000

/**
 * What auth last said of each session. Fresh for 5 s; if auth cannot be asked, a good verdict serves for a minute, and
 * without one the answer is 503. A revocation that we know of is never forgotten in favour of an older answer (SEC-12).
 */
export function createVerdicts(askIsLive: (identity: Identity) => Promise<boolean>, now: () => number = Date.now) {
  const verdicts = new Map<string, Verdict>()
  const asking = new Map<string, Promise<boolean>>()
  const revoked = new Set<string>()
  let generation = 0 // raised when all sessions end: answers that were on their way are of the past

  function remember(sid: string, isLive: boolean): void {
    verdicts.delete(sid) // to the end: the first of the map is the one heard longest ago
    verdicts.set(sid, { isLive, at: now() })
    dropOldest(verdicts)
  }

  async function ask(identity: Identity): Promise<boolean> {
    const asked = generation
    const isLive = (await askIsLive(identity)) && !revoked.has(identity.sid) && asked === generation
    remember(identity.sid, isLive)
    return isLive
  }

  return {
    async isLive(identity: Identity): Promise<boolean> {
      const { sid } = identity
      if (revoked.has(sid)) return false
      const known = verdicts.get(sid)
      const age = known ? now() - known.at : Number.POSITIVE_INFINITY
      if (known && age <= SESSION_VERDICT_FRESH_MS) return known.isLive

      const question = asking.get(sid) ?? ask(identity).finally(() => asking.delete(sid))
      asking.set(sid, question)
      try {
        return await question
      } catch {
        if (known && age <= SESSION_VERDICT_MAX_MS) return known.isLive
        throw unavailable()
      }
    },

    /** Opened through this gateway a moment ago. */
    opened(sid: string): void {
      remember(sid, true)
    },

    /** `null`: all of them. */
    revoke(sids: string[] | null): void {
      if (sids === null) {
        generation += 1
        verdicts.clear()
        return
      }
      for (const sid of sids) {
        verdicts.delete(sid)
        revoked.add(sid)
      }
      dropOldest(revoked)
    },
  }
}
export type Verdicts = ReturnType<typeof createVerdicts>

function dropOldest(kept: { size: number; keys(): Iterator<string>; delete(key: string): boolean }): void {
  while (kept.size > MAX_SESSIONS) kept.delete(String(kept.keys().next().value))
}
