import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'

/** Answers checks of sessions as auth does, for the sessions that a test opens. */
export async function buildSessions(natsUrl: string) {
  const active = new Map<string, number | null>() // null: a session of any user that a token names
  const roles = new Map<string, string>()
  const pending = new Set<string>()
  const checkedSids: string[] = []
  const nats = connectNats(natsUrl, 'gateway-test', createLog('gateway-test', 'silent'))
  const connection = await nats.connection
  serveRpc(nats, 'auth', [
    rpcHandler(getActiveSessions, async ({ sessions }) => {
      checkedSids.push(...sessions.map(({ sid }) => sid))
      const found = sessions.filter(({ sid, userId }) => active.has(sid) && (active.get(sid) ?? userId) === userId)
      return {
        sids: found.map(({ sid }) => sid),
        pending: found.map(({ sid }) => sid).filter((sid) => pending.has(sid)),
        roles: found.flatMap(({ sid }) => {
          const role = roles.get(sid)
          return role ? [{ sid, role }] : []
        }),
      }
    }),
  ])
  await connection.flush()
  afterTestOrFile(() => nats.drain())

  return {
    nats,
    roles,
    pending,
    checkedSids,
    open: (sid: string, userId: number | null = null) => void active.set(sid, userId),
    end: (sid: string) => active.delete(sid),
  }
}
