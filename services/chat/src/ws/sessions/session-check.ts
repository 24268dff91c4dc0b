import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import type { Log } from '@zing/kit/observability/logger'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { createSessionChecker, type SessionChecker } from '@zing/kit/sessions/session-checker'
import { errors } from '@zing/proto/errors'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import type { ClientSocket } from '../sockets/client-socket.ts'
import type { Connections } from '../sockets/connections.ts'

/** A session stays fresh after a message, so that the next message does not wait for auth. */
const RENEWAL = { everyMs: 1_000, usedForMs: 20_000, fromFirstUse: true }

/** Checks the sessions of this process's sockets, with the bounds of the gateway for a request (SEC-12). */
export function createSessionCheck(
  nats: Nats,
  connections: Pick<Connections, 'of'>,
  now?: () => number,
): SessionChecker {
  return createSessionChecker((sessions) => request(nats, getActiveSessions, { sessions }), {
    renewal: RENEWAL,
    onEnded({ userId, sid }) {
      for (const socket of connections.of(userId)) if (socket.sid === sid) socket.close(CloseCode.signedOut)
    },
    ...(now && { now }),
  })
}

/** Rejects with a 401 if the session has ended, with a 503 if auth has not confirmed it in time. */
export async function ensureActive(log: Log, sessions: SessionChecker, socket: ClientSocket): Promise<void> {
  const wasEnded = socket.isEnded()
  if (!wasEnded && (await sessions.isActive(socket)) && !socket.isEnded()) return
  if (!wasEnded) logSecurityEvent(log, 'session_use_after_expire', { userId: socket.userId })
  socket.close(CloseCode.signedOut)
  throw errors.notSignedIn()
}
