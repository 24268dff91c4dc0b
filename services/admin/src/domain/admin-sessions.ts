import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { messages } from '@zing/proto/http/errors'
import { ADMIN_SESSION_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'

/** This session may use the panel for a while; nobody else, and no other session of the same person (SEC-46). */
export async function createAdminSession({ models }: Ctx, { sid, userId }: Identity): Promise<void> {
  const expiresAt = new Date(Date.now() + ADMIN_SESSION_MS)
  await models.AdminSession.updateOne({ _id: sid }, { $set: { userId, expiresAt } }, { upsert: true })
}

export async function requireAdminSession({ models }: Ctx, who: Identity): Promise<void> {
  if (!(await models.AdminSession.exists(activeSession(who)))) throw new AppError(403, messages.pinNeeded)
}

/** A grant serves one reset: of two at once only one finds it (SEC-47). */
export async function revokeAdminSession({ models }: Ctx, who: Identity): Promise<void> {
  if (!(await models.AdminSession.findOneAndDelete(activeSession(who)))) throw new AppError(403, messages.pinNeeded)
}

/** Of sessions that have ended; `null`: of all. */
export async function revokeAdminSessions({ models }: Pick<Ctx, 'models'>, sids: string[] | null): Promise<void> {
  await models.AdminSession.deleteMany(sids ? { _id: { $in: sids } } : {})
}

function activeSession({ sid, userId }: Identity) {
  return { _id: sid, userId, expiresAt: { $gt: new Date() } }
}
