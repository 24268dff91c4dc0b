import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import type { SessionChecker } from '@zing/kit/sessions/session-checker'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { staggeredInterval } from '../presence/staggered-interval.ts'
import type { ClientSocket } from '../sockets/client-socket.ts'
import type { Connections } from '../sockets/connections.ts'

/** Closes the sockets of ended sessions at once on a broadcast, otherwise by a recheck every 15 s (SEC-13). */
export function watchSessions(nats: Nats, sessions: SessionChecker, connections: Connections): { stop(): void } {
  subscribe(nats, sessionsRevoked, ({ sids }) => {
    sessions.revoke(sids)
    for (const socket of connections.all()) {
      if (sids === null || sids.includes(socket.sid)) socket.close(CloseCode.signedOut)
    }
  })

  return staggeredInterval(connections, SOCKET_SESSION_RECHECK_MS, (sockets) => {
    closeUnverified(sessions, sockets)
    void recheck(nats, sessions, sockets)
  })
}

/** Closes sockets whose session auth has not confirmed within a minute. */
export function closeUnverified(sessions: SessionChecker, sockets: ClientSocket[]): void {
  for (const socket of sockets) if (sessions.isUnknown(socket)) socket.close(CloseCode.restarting)
}

/**
 * Asks auth about these sockets' sessions, and whether their users show that they are online. Without a response all stays.
 */
export function recheck(nats: Nats, sessions: SessionChecker, sockets: ClientSocket[]): Promise<void> {
  return sessions.confirm(sockets, async (checked) => {
    const result = await request(nats, getActiveSessions, { sessions: checked, withShown: true })
    const asked = new Set(checked.map(({ sid }) => sid))
    for (const socket of sockets) if (asked.has(socket.sid)) socket.showsOnline = !!result.shown?.includes(socket.sid)
    return result
  })
}
