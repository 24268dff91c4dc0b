import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Invitation } from '@zing/proto/community/door'
import type { Ctx } from '../context.ts'
import { toInvitation } from './to-invitation.ts'

/** The user's invitations for the copy of their data, also those that admit nobody any more. */
export async function exportInvitations(ctx: Ctx, userId: number): Promise<Omit<Invitation, 'by'>[]> {
  const own = await ctx.models.Invitation.find({ userId, ...ofCurrentEpoch(ctx) })
    .sort({ createdAt: -1, _id: -1 })
    .lean()
  return own.map((invitation) => {
    const { by: _, ...rest } = toInvitation(invitation, null)
    return rest
  })
}
