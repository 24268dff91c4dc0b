import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { isWaiting } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import type { InvitationDocument } from '../models/invitation.ts'
import { restrictionOf } from '../moderation/suspension.ts'

/** Filter for invitations that are not used up, expired or withdrawn. */
export function usable(ctx: Pick<Ctx, 'epoch'>) {
  const isInTime = { $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] }
  return { left: { $gt: 0 }, withdrawnAt: null, ...isInTime, ...ofCurrentEpoch(ctx) }
}

/** Finds an invitation that admits; null also while its creator is suspended, banned or not yet let in. */
export async function findUsableInvitation(ctx: Ctx, code: string): Promise<InvitationDocument | null> {
  const invitation = await ctx.models.Invitation.findOne({ code, ...usable(ctx) }).lean()
  if (!invitation) return null
  const creator = await ctx.models.User.findOne(
    { _id: invitation.userId, ...ofCurrentEpoch(ctx) },
    { restrictions: 1, status: 1 },
  ).lean()
  const isTrusted = creator && !restrictionOf(creator, new Date()) && !isWaiting(creator)
  return isTrusted ? invitation : null
}
