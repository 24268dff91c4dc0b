import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { SESSION_CACHE_MAX_MS, SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import type { ClientSocket } from './client-socket.ts'
import type { Connections } from './connections.ts'
import { staggeredInterval } from './staggered-interval.ts'

/** Closes the sockets of ended sessions: at once on a broadcast, otherwise by a recheck every 15 s (SEC-13). */
export function watchSessions(ctx: Ctx, connections: Connections): { stop(): void } {
  subscribe(ctx.nats, sessionsRevoked, ({ sids }) => {
    for (const socket of connections.all()) {
      if (sids === null || sids.includes(socket.sid)) socket.close(CloseCode.signedOut)
    }
  })

  return staggeredInterval(connections, SOCKET_SESSION_RECHECK_MS, (sockets) => {
    closeUnverified(sockets)
    void recheck(ctx.nats, sockets)
  })
}

/** Closes sockets whose session auth has not confirmed within SESSION_CACHE_MAX_MS. */
export function closeUnverified(sockets: ClientSocket[]): void {
  for (const socket of sockets) {
    if (performance.now() - socket.verifiedAt > SESSION_CACHE_MAX_MS) socket.close(CloseCode.restarting)
  }
}

/** Checks the sessions of these sockets with auth, in batches; without a response the last result stays. */
export async function recheck(nats: Nats, sockets: ClientSocket[]): Promise<void> {
  const groups = groupBySid(sockets)
  for (let first = 0; first < groups.length; first += SESSIONS_PER_REQUEST) {
    await confirmGroups(nats, groups.slice(first, first + SESSIONS_PER_REQUEST), { withShown: true }).catch(() => {})
  }
}

/** Checks the sessions of at most SESSIONS_PER_REQUEST sockets with auth and closes those that have ended. */
export function confirmSessions(nats: Nats, sockets: ClientSocket[]): Promise<void> {
  return confirmGroups(nats, groupBySid(sockets))
}

/** As `confirmSessions`; also requests from auth whether the users want to be seen online. */
export function confirmShown(nats: Nats, sockets: ClientSocket[]): Promise<void> {
  return confirmGroups(nats, groupBySid(sockets), { withShown: true })
}

/** Several tabs have one session, which is checked once. */
function groupBySid(sockets: ClientSocket[]): ClientSocket[][] {
  const bySid = new Map<string, ClientSocket[]>()
  for (const socket of sockets) {
    const sameSid = bySid.get(socket.sid)
    if (sameSid) sameSid.push(socket)
    else bySid.set(socket.sid, [socket])
  }
  return [...bySid.values()]
}

async function confirmGroups(nats: Nats, groups: ClientSocket[][], options: { withShown?: true } = {}): Promise<void> {
  const sessions = groups.flatMap(([first]) => (first ? [{ sid: first.sid, userId: first.userId }] : []))
  const { sids, shown } = await request(nats, getActiveSessions, { sessions, ...options })
  const active = new Set(sids)
  const owners = new Map(sessions.map(({ sid, userId }) => [sid, userId]))
  for (const socket of groups.flat()) {
    const isActive = active.has(socket.sid) && owners.get(socket.sid) === socket.userId
    if (shown) socket.showsOnline = shown.includes(socket.sid)
    if (isActive) socket.verifiedAt = performance.now()
    else socket.close(CloseCode.signedOut)
  }
}
