import type { Log } from '@zing/kit/observability/logger'
import { repeat } from '@zing/kit/timing/repeat'
import { SESSION_USE_STEP_MS } from '@zing/proto/limits'
import type { Models } from '../models/models.ts'
import type { SessionDocument } from '../models/session.ts'
import type { Times } from '../times.ts'
import { type SessionLifetime, sessionExpiry } from './session-expiry.ts'

const FLUSH_MS = 5_000
const IDLE_FLUSH_MS = 30_000
const BATCH = 500
/** Further uses are dropped; the next check of a session notes it again. */
const MAX_NOTED = 100_000

type UsedSession = Pick<SessionDocument, '_id' | 'userId' | 'createdAt' | 'lastUsedAt'>

interface Use {
  userId: number
  createdAt: Date
  usedAt: Date
}

export interface SessionUse {
  /** Notes that an active session is in use. Does nothing within SESSION_USE_STEP_MS of the last time. */
  note(session: UsedSession): void
  /** Writes the noted uses and stops. */
  stop(): Promise<void>
}

/**
 * Writes the last use and the new end of sessions, never during a check. One command writes many sessions, each at most
 * once per SESSION_USE_STEP_MS.
 */
export function startSessionUse(
  { Session }: Models,
  lifetime: SessionLifetime,
  log: Log,
  { sessionUseMs = FLUSH_MS }: Times,
): SessionUse {
  const noted = new Map<string, Use>()

  async function flush(): Promise<boolean> {
    const batch = [...noted].slice(0, BATCH)
    if (batch.length === 0) return false
    await Session.bulkWrite(batch.map(toUpdate), { ordered: false })
    for (const [sid] of batch) noted.delete(sid)
    if (noted.size > 0) flushing.wake()
    return true
  }

  /** Changes nothing if another process has written the use, or if the session has ended. */
  function toUpdate([_id, { userId, ...times }]: [string, Use]) {
    const { usedAt } = times
    const isDue = [{ lastUsedAt: null }, { lastUsedAt: { $lte: stepBefore(usedAt) } }]
    const update = { $set: { lastUsedAt: usedAt, expiresAt: sessionExpiry(lifetime, times) } }
    return { updateOne: { filter: { _id, userId, expiresAt: { $gt: usedAt }, $or: isDue }, update } }
  }

  const flushing = repeat(flush, {
    everyMs: sessionUseMs,
    idleMs: IDLE_FLUSH_MS,
    onFailure: (err) => log.warn({ err }, 'last use of sessions not written, will be retried'),
  })

  return {
    note({ _id, userId, createdAt, lastUsedAt }) {
      const usedAt = new Date()
      if ((lastUsedAt ?? createdAt) > stepBefore(usedAt) || noted.has(_id) || noted.size >= MAX_NOTED) return
      noted.set(_id, { userId, createdAt, usedAt })
      flushing.soon()
    },
    async stop() {
      flushing.wake()
      await flushing.stop()
    },
  }
}

function stepBefore(at: Date): Date {
  return new Date(at.getTime() - SESSION_USE_STEP_MS)
}
