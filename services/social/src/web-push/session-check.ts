import { createBatcher } from '@zing/kit/batcher'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { getActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'

const BATCHES = { maxConcurrent: 2, size: SESSIONS_PER_REQUEST, lingerMs: 5 }

interface Session {
  sid: string
  userId: number
}

/** True while auth has the session; rejects with a 503 while auth does not respond. */
export type IsActive = (session: Session) => Promise<boolean>

/** Checks the sessions of devices with auth, many at once: the broadcast of an ended session may have been lost. */
export function createSessionCheck(nats: Nats): IsActive {
  return createBatcher(async (checked: Session[]) => {
    const sessions = checked.map(({ sid, userId }) => ({ sid, userId }))
    // a push is no use of the session, which would never idle out
    const { sids } = await request(nats, getActiveSessions, { sessions, isIdle: true })
    const active = new Set(sids)
    return sessions.map(({ sid }) => active.has(sid))
  }, BATCHES)
}
