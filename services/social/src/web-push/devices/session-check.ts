import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { createSessionChecker, type SessionChecker } from '@zing/kit/sessions/session-checker'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'

/** Each push checks with auth: the broadcast of an ended session may have been lost. */
const UNCACHED = { freshMs: 0, staleMs: 0, lingerMs: 5 }

/** True while auth has the session; rejects with a 503 while auth does not respond. */
export type IsActive = SessionChecker['isActive']

/** Checks the sessions of devices. The check does not count as use of a session, which would then never idle out. */
export function createSessionCheck(nats: Nats): IsActive {
  const fetch = (sessions: { sid: string; userId: number }[]) =>
    request(nats, getActiveSessions, { sessions, isIdle: true })
  return createSessionChecker(fetch, UNCACHED).isActive
}
