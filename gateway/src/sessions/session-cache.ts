import { BoundedMap } from '@zing/kit/bounded-map'
import { unavailable } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_VERDICT_FRESH_MS, SESSION_VERDICT_MAX_MS } from '@zing/proto/limits'
import { SESSIONS_PER_QUESTION } from '@zing/proto/nats/rpc'
import { inBatches } from './batcher.ts'

interface Verdict {
  userId: number
  isLive: boolean
  at: number
}

const MAX_SESSIONS = 50_000
/** Who is active is asked about before a request has to wait for it; a few at a time, so that nobody waits behind them. */
export const VERDICTS_RENEW_MS = SESSION_VERDICT_FRESH_MS / 10
/** More at a time would only make auth slower, above all when everybody comes back at once. */
const QUESTIONS_AT_ONCE = 2
const RENEW_FROM_MS = SESSION_VERDICT_FRESH_MS / 2

/** Which of these sessions are live, by sid. */
type AskLive = (sessions: Identity[]) => Promise<string[]>

/**
 * What auth last said of each session. Fresh for 5 s; if auth cannot be asked, a good verdict serves for a minute, and
 * without one the answer is 503. A revocation that we know of is never forgotten in favour of an older answer (SEC-12).
 */
export function createVerdicts(askLive: AskLive, now: () => number = Date.now) {
  const verdicts = new BoundedMap<string, Verdict>(MAX_SESSIONS)
  const used = new Set<string>() // since the verdict was given
  const asking = new Map<string, Promise<boolean>>()
  const revoked = new BoundedMap<string, true>(MAX_SESSIONS)
  let generation = 0 // raised when all sessions end: answers that were on their way are of the past

  async function ask(sessions: Identity[]): Promise<void> {
    const asked = generation
    const live = new Set(await askLive(sessions))
    for (const { sid, userId } of sessions) {
      const isLive = live.has(sid) && !revoked.has(sid) && asked === generation
      verdicts.set(sid, { userId, isLive, at: now() })
    }
  }

  const askTogether = inBatches(ask, { atOnce: QUESTIONS_AT_ONCE, size: SESSIONS_PER_QUESTION })
  async function askOne(identity: Identity): Promise<boolean> {
    await askTogether(identity)
    return verdicts.get(identity.sid)?.isLive ?? false
  }

  function ageOf({ at }: Verdict): number {
    return now() - at
  }

  function takeDue(): Identity[] {
    const due: Identity[] = []
    for (const sid of used) {
      const known = verdicts.get(sid)
      if (known && ageOf(known) < RENEW_FROM_MS) continue
      used.delete(sid)
      if (known?.isLive && ageOf(known) <= SESSION_VERDICT_FRESH_MS) due.push({ userId: known.userId, sid })
    }
    return due
  }

  return {
    async isLive(identity: Identity): Promise<boolean> {
      const { sid } = identity
      if (revoked.has(sid)) return false
      const known = verdicts.get(sid)
      if (known && ageOf(known) <= SESSION_VERDICT_FRESH_MS) {
        used.add(sid)
        return known.isLive
      }
      const question = asking.get(sid) ?? askOne(identity).finally(() => asking.delete(sid))
      asking.set(sid, question)
      try {
        return await question
      } catch {
        if (known && ageOf(known) <= SESSION_VERDICT_MAX_MS) return known.isLive
        throw unavailable()
      }
    },

    /** To be called every VERDICTS_RENEW_MS: asks again about those who were active, many in one question. */
    async renew(): Promise<void> {
      await Promise.allSettled(takeDue().map(askTogether)) // if auth cannot be asked, requests find out for themselves
    },

    /** Opened through this gateway a moment ago. */
    opened({ sid, userId }: Identity): void {
      verdicts.set(sid, { userId, isLive: true, at: now() })
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
        revoked.set(sid, true)
      }
    },
  }
}
export type Verdicts = ReturnType<typeof createVerdicts>
