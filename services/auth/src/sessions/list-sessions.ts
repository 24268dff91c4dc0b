import type { Identity } from '@zing/kit/http/internal-token'
import { listedSessionId } from '@zing/kit/http/listed-session-id'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { AccountSession } from '@zing/proto/accounts/sessions'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { SessionDocument } from '../models/session.ts'
import { describeBrowser } from './describe-browser.ts'

/** More than a user has, even after concurrent logins: see SESSIONS_PER_USER. */
const MAX_SESSIONS = 100

export async function listSessions(ctx: Ctx, { userId, sid }: Identity): Promise<AccountSession[]> {
  const sessions = (await findSessions(ctx, userId)).map((session) => toAccountSession(session, sid))
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1))
}

/** The sid of a session in the user's list; 404 for any other id. */
export async function sidOfListed(ctx: Ctx, userId: number, id: string): Promise<string> {
  const session = (await findSessions(ctx, userId)).find(({ _id }) => listedSessionId(_id) === id)
  if (!session) throw errors.notFound()
  return session._id
}

function findSessions(ctx: Ctx, userId: number): Promise<SessionDocument[]> {
  return ctx.models.Session.find({ userId, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) })
    .sort({ createdAt: -1 })
    .limit(MAX_SESSIONS)
    .lean()
}

function toAccountSession({ _id, userAgent, createdAt, lastUsedAt }: SessionDocument, sid: string): AccountSession {
  return {
    id: listedSessionId(_id),
    current: _id === sid,
    ...describeBrowser(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: (lastUsedAt ?? createdAt).toISOString(), // missing until auth records a use
  }
}
