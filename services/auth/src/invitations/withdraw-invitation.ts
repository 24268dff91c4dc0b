import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { isStaff } from './may-invite.ts'

/** Withdraws an invitation at once. Members withdraw their own ones; for others they get a 404. */
export async function withdrawInvitation(ctx: Ctx, userId: number, id: number): Promise<void> {
  const user = await getUser(ctx, userId)
  const wanted = { _id: id, ...(!isStaff(user) && { userId }), ...ofCurrentEpoch(ctx) }
  const { matchedCount } = await ctx.models.Invitation.updateOne(wanted, { $set: { withdrawnAt: new Date() } })
  if (matchedCount === 0) throw errors.invitationNotFound()
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'invitation withdrawn', invitationId: id })
}
