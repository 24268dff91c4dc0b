import type { Identity } from '@zing/kit/http/internal-token'
import { errors } from '@zing/proto/errors'
import { ADMIN_SESSION_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'

/** Opens the panel to one session for ADMIN_SESSION_MS, not to other sessions of the same user (SEC-46). */
export async function createAdminSession({ models }: Ctx, { sid, userId }: Identity): Promise<void> {
  const expiresAt = new Date(Date.now() + ADMIN_SESSION_MS)
  await models.AdminSession.updateOne({ _id: sid }, { $set: { userId, expiresAt } }, { upsert: true })
}

export async function requireAdminSession(ctx: Ctx, caller: Identity): Promise<void> {
  if (!(await hasAdminSession(ctx, caller))) throw errors.pinNeeded()
}

export async function hasAdminSession({ models }: Ctx, caller: Identity): Promise<boolean> {
  return (await models.AdminSession.exists(activeAdminSession(caller))) !== null
}

/** Atomic, so that an admin session serves only one of several concurrent resets (SEC-47). */
export async function revokeAdminSession({ models }: Ctx, caller: Identity): Promise<void> {
  if (!(await models.AdminSession.findOneAndDelete(activeAdminSession(caller)))) throw errors.pinNeeded()
}

/** Revokes the admin sessions of ended sessions; `null` revokes all. */
export async function revokeAdminSessions({ models }: Pick<Ctx, 'models'>, sids: string[] | null): Promise<void> {
  await models.AdminSession.deleteMany(sids ? { _id: { $in: sids } } : {})
}

function activeAdminSession({ sid, userId }: Identity) {
  return { _id: sid, userId, expiresAt: { $gt: new Date() } }
}
