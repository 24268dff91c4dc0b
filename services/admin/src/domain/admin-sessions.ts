import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { messages } from '@zing/proto/http/errors'
import { ADMIN_GRANT_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'

/** This session may use the panel for a while; nobody else, and no other session of the same person (SEC-46). */
export async function grant({ models }: Ctx, { sid, userId }: Identity): Promise<void> {
  const expiresAt = new Date(Date.now() + ADMIN_GRANT_MS)
  await models.Grant.updateOne({ _id: sid }, { $set: { userId, expiresAt } }, { upsert: true })
}

export async function requireGrant({ models }: Ctx, who: Identity): Promise<void> {
  if (!(await models.Grant.exists(liveGrant(who)))) throw new AppError(403, messages.pinNeeded)
}

/** A grant serves one reset: of two at once only one finds it (SEC-47). */
export async function useGrantUp({ models }: Ctx, who: Identity): Promise<void> {
  if (!(await models.Grant.findOneAndDelete(liveGrant(who)))) throw new AppError(403, messages.pinNeeded)
}

/** Of sessions that have ended; `null`: of all. */
export async function endGrants({ models }: Pick<Ctx, 'models'>, sids: string[] | null): Promise<void> {
  await models.Grant.deleteMany(sids ? { _id: { $in: sids } } : {})
}

function liveGrant({ sid, userId }: Identity) {
  return { _id: sid, userId, expiresAt: { $gt: new Date() } }
}
