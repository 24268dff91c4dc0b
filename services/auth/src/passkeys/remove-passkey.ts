import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { requireConfirmed } from '../credentials/confirm-password.ts'

/** Removes a passkey of the caller. Sessions that it has opened stay. */
export async function removePasskey(ctx: Ctx, caller: Identity, id: string): Promise<void> {
  await requireConfirmed(ctx, caller)
  const { userId } = caller
  const { deletedCount } = await ctx.models.Passkey.deleteOne({ _id: id, userId })
  if (deletedCount === 0) throw errors.notFound()
  logSecurityEvent(ctx.log, 'authn_token_deleted', { userId, reason: 'passkey' })
}

/** Removes all passkeys of a user, since an attacker may have added one. */
export async function removePasskeys(
  { models, log }: Ctx,
  userId: number,
  reason: 'password change' | 'recovery',
): Promise<void> {
  const { deletedCount } = await models.Passkey.deleteMany({ userId })
  if (deletedCount > 0) logSecurityEvent(log, 'authn_token_deleted', { userId, reason, passkeys: deletedCount })
}
