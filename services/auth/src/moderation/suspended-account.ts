import type { Identity } from '@zing/kit/http/internal-token'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { pathOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { getSuspendedExport } from '@zing/proto/http/suspended'
import type { Ctx } from '../context.ts'
import { commitDeletion } from '../deletion/delete-account.ts'
import { exportIdOf, startExport } from '../export/create-export.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'
import { restrictionOf } from './suspension.ts'

/** Replaces the session id in copies of suspended users. No session has this id. */
const NO_SESSION = 'suspended'

export async function exportSuspended(ctx: Ctx, dataToken: string): Promise<{ url: string }> {
  const { _id: userId } = await holderOf(ctx, dataToken)
  const token = await startExport(ctx, { userId, sid: NO_SESSION })
  return { url: pathOf(getSuspendedExport, { token }) }
}

/** The suspended user of a link to a copy. 404 for any other link, including links made in a session. */
export async function suspendedCaller(ctx: Ctx, exportToken: string): Promise<Identity> {
  const wanted = { _id: exportIdOf(exportToken), sid: NO_SESSION, ...ofCurrentEpoch(ctx) }
  const copy = await ctx.models.Export.findOne(wanted, { userId: 1, sid: 1 }).lean()
  if (!copy) throw errors.notFound()
  return { userId: copy.userId, sid: copy.sid }
}

export async function deleteSuspended(ctx: Ctx, dataToken: string): Promise<void> {
  const user = await holderOf(ctx, dataToken)
  ensureInTime()
  await commitDeletion(ctx, user, 'own wish')
}

/** The suspended user of a token. A user who can sign in again must do so instead. */
async function holderOf(ctx: Ctx, dataToken: string): Promise<UserDocument> {
  const userId = ctx.dataTokens.read(dataToken)
  const wanted = { _id: userId, ...ofCurrentEpoch(ctx) }
  const user = userId === null ? null : await ctx.models.User.findOne(wanted, withoutOwnWrites).lean()
  if (user && restrictionOf(user, new Date())) return user
  logSecurityEvent(ctx.log, 'authz_fail', { ...(userId !== null && { userId }), reason: 'invalid data token' })
  throw errors.dataTokenInvalid()
}
