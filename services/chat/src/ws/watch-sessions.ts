import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { SESSION_CACHE_MAX_MS, SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import type { Connections } from './connections.ts'
import type { Session } from './session.ts'
import { staggeredInterval } from './staggered-interval.ts'

/** Closes the sockets of ended sessions: at once on a broadcast, otherwise by a recheck every 15 s (SEC-13). */
export function watchSessions(ctx: Ctx, connections: Connections): { stop(): void } {
  subscribe(ctx.nats, sessionsRevoked, ({ sids }) => {
    for (const session of connections.all()) {
      if (sids === null || sids.includes(session.sid)) session.close(CloseCode.signedOut)
    }
  })

  return staggeredInterval(connections, SOCKET_SESSION_RECHECK_MS, (sessions) => {
    closeUnverified(sessions)
    void recheck(ctx.nats, sessions)
  })
}

/** Closes sockets whose session auth has not confirmed within SESSION_CACHE_MAX_MS. */
export function closeUnverified(sessions: Session[]): void {
  for (const session of sessions) {
    if (Date.now() - session.verifiedAt > SESSION_CACHE_MAX_MS) session.close(CloseCode.restarting)
  }
}

/** Checks the sessions of these sockets with auth, in batches; without a response the last result stays. */
export async function recheck(nats: Nats, sessions: Session[]): Promise<void> {
  const groups = groupBySid(sessions)
  for (let first = 0; first < groups.length; first += SESSIONS_PER_REQUEST) {
    await confirmGroups(nats, groups.slice(first, first + SESSIONS_PER_REQUEST), { withShown: true }).catch(() => {})
  }
}

/** Checks the sessions of at most SESSIONS_PER_REQUEST sockets with auth and closes those that have ended. */
export function confirmSessions(nats: Nats, sessions: Session[]): Promise<void> {
  return confirmGroups(nats, groupBySid(sessions))
}

/** As `confirmSessions`; also requests from auth whether the users want to be seen online. */
export function confirmShown(nats: Nats, sessions: Session[]): Promise<void> {
  return confirmGroups(nats, groupBySid(sessions), { withShown: true })
}

/** Several tabs have one session, which is checked once. */
function groupBySid(sessions: Session[]): Session[][] {
  const bySid = new Map<string, Session[]>()
  for (const session of sessions) {
    const sameSid = bySid.get(session.sid)
    if (sameSid) sameSid.push(session)
    else bySid.set(session.sid, [session])
  }
  return [...bySid.values()]
}

async function confirmGroups(nats: Nats, groups: Session[][], options: { withShown?: true } = {}): Promise<void> {
  const sessions = groups.flatMap(([first]) => (first ? [{ sid: first.sid, userId: first.userId }] : []))
  const { sids, shown } = await request(nats, getActiveSessions, { sessions, ...options })
  const active = new Set(sids)
  const owners = new Map(sessions.map(({ sid, userId }) => [sid, userId]))
  for (const session of groups.flat()) {
    const isActive = active.has(session.sid) && owners.get(session.sid) === session.userId
    if (shown) session.showsOnline = shown.includes(session.sid)
    if (isActive) session.verifiedAt = Date.now()
    else session.close(CloseCode.signedOut)
  }
}
