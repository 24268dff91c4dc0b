import { listenTo } from '@zing/kit/controls'
import type { Nats } from '@zing/kit/nats'
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
 * broadcast missed. While auth cannot be asked, the last verdict serves for a minute.
 */
export function watchSessions(ctx: Ctx, connections: Connections): { stop(): void } {
  listenTo(ctx.nats, sessionsRevoked, ({ sids }) => {
    for (const session of connections.all()) {
      if (sids === null || sids.includes(session.sid)) session.close(CloseCode.signedOut)
    }
  })

  let isChecking = false
  const timer = setInterval(async () => {
    closeUnverified(connections)
    if (isChecking) return
    isChecking = true
    await recheck(ctx.nats, connections)
    isChecking = false
  }, SOCKET_SESSION_RECHECK_MS)
  return { stop: () => clearInterval(timer) }
}

/** Also while a round of questions takes long because auth does not answer. */
export function closeUnverified(connections: Connections): void {
  for (const session of connections.all()) {
    if (Date.now() - session.verifiedAt > SESSION_VERDICT_MAX_MS) session.close(CloseCode.restarting)
  }
}

/** One question per session, however many tabs it has; some at a time, so that auth is not flooded. */
export async function recheck(nats: Nats, connections: Connections): Promise<void> {
  const bySid = new Map<string, Session[]>()
  for (const session of connections.all()) bySid.set(session.sid, [...(bySid.get(session.sid) ?? []), session])
  const groups = [...bySid.values()]
  for (let first = 0; first < groups.length; first += AT_ONCE) {
    await Promise.all(groups.slice(first, first + AT_ONCE).map((sessions) => check(nats, sessions)))
  }
}

async function check(nats: Nats, sessions: Session[]): Promise<void> {
  const [one] = sessions
  if (!one) return
  const verdict = await ask(nats, askSession, { sid: one.sid, userId: one.userId }).catch(() => null)
  if (!verdict) return // auth cannot be asked: the last verdict serves
  for (const session of sessions) {
    if (verdict.isLive) session.verifiedAt = Date.now()
    else session.close(CloseCode.signedOut)
  }
}
