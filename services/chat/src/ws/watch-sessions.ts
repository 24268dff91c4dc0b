import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { SESSION_CACHE_MAX_MS, SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getLiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import type { Connections } from './connections.ts'
import type { Session } from './session.ts'
import { staggeredInterval } from './staggered-interval.ts'

/**
 * Closes the sockets of sessions that have ended: at once when it is broadcast, and by asking auth every 15 s for what a
 * broadcast missed. While auth cannot be asked, the last verdict serves for a minute.
 */
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

/** Of whom auth has not said for a minute that they may be here. */
export function closeUnverified(sessions: Session[]): void {
  for (const session of sessions) {
    if (Date.now() - session.verifiedAt > SESSION_CACHE_MAX_MS) session.close(CloseCode.restarting)
  }
}

/** Many sessions in one question, each once however many tabs it has: a socket that is idle should cost next to nothing. */
export async function recheck(nats: Nats, sessions: Session[]): Promise<void> {
  const bySid = new Map<string, Session[]>()
  for (const session of sessions) {
    const known = bySid.get(session.sid)
    if (known) known.push(session)
    else bySid.set(session.sid, [session])
  }
  const groups = [...bySid.values()]
  for (let first = 0; first < groups.length; first += SESSIONS_PER_REQUEST) {
    await check(nats, groups.slice(first, first + SESSIONS_PER_REQUEST))
  }
}

async function check(nats: Nats, groups: Session[][]): Promise<void> {
  const sessions = groups.flatMap(([one]) => (one ? [{ sid: one.sid, userId: one.userId }] : []))
  const answer = await request(nats, getLiveSessions, { sessions }).catch(() => null)
  if (!answer) return // auth cannot be asked: the last verdict serves
  const live = new Set(answer.sids)
  for (const session of groups.flat()) {
    if (live.has(session.sid)) session.verifiedAt = Date.now()
    else session.close(CloseCode.signedOut)
  }
}
