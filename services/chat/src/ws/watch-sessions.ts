import { listenTo } from '@zing/kit/controls'
import { ask } from '@zing/kit/questions'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { SESSION_VERDICT_MAX_MS, SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/controls'
import { askSession } from '@zing/proto/nats/questions'
import type { Ctx } from '../context.ts'
import type { Connections } from './connections.ts'
import type { Session } from './session.ts'

const AT_ONCE = 20

/**
 * Closes the sockets of sessions that have ended: at once when it is broadcast, and by asking auth every 15 s for what a
 * broadcast missed. While auth cannot be asked, the last answer serves for a minute.
 */
export function watchSessions(ctx: Ctx, connections: Connections): { stop(): void } {
  listenTo(ctx.nats, sessionsRevoked, ({ sids }) => {
    for (const session of connections.all()) {
      if (sids === null || sids.includes(session.sid)) session.close(CloseCode.signedOut)
    }
  })

  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await recheck(ctx, connections).finally(() => {
      isChecking = false
    })
  }, SOCKET_SESSION_RECHECK_MS)
  return { stop: () => clearInterval(timer) }
}

async function recheck(ctx: Ctx, connections: Connections): Promise<void> {
  const bySid = new Map<string, Session[]>()
  for (const session of connections.all()) bySid.set(session.sid, [...(bySid.get(session.sid) ?? []), session])
  const groups = [...bySid.values()]
  for (let first = 0; first < groups.length; first += AT_ONCE) {
    await Promise.all(groups.slice(first, first + AT_ONCE).map((sessions) => check(ctx, sessions)))
  }
}

async function check(ctx: Ctx, sessions: Session[]): Promise<void> {
  const [one] = sessions
  if (!one) return
  try {
    const { isLive } = await ask(ctx.nats, askSession, { sid: one.sid, userId: one.userId })
    for (const session of sessions) {
      if (isLive) session.verifiedAt = Date.now()
      else session.close(CloseCode.signedOut)
    }
  } catch {
    for (const session of sessions) {
      if (Date.now() - session.verifiedAt > SESSION_VERDICT_MAX_MS) session.close(CloseCode.restarting)
    }
  }
}
