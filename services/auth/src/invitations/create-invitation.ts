import { randomBytes } from 'node:crypto'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { Invitation } from '@zing/proto/community/door'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { createInvitation as contract } from '@zing/proto/http/door'
import { INVITATIONS_PER_USER } from '@zing/proto/limits'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { knownSettings } from '../door/known-settings.ts'
import type { InvitationDocument } from '../models/invitation.ts'
import { mayInvite } from './may-invite.ts'
import { toInvitation, usesLeft } from './to-invitation.ts'
import { usable } from './usable-invitations.ts'

const CODE_BYTES = 16

/** Creates an invitation. Counts the user's after the insert, so that concurrent calls do not exceed the limit. */
export async function createInvitation(
  ctx: Ctx,
  userId: number,
  { uses = null, expiresAt = null, needsApproval = false, label = '' }: BodyOf<typeof contract>,
): Promise<Invitation> {
  const user = await getUser(ctx, userId)
  const { invitations } = await knownSettings(ctx)
  if (!mayInvite(user, invitations, new Date())) throw errors.mayNotInvite()
  const invitation: InvitationDocument = {
    _id: await ctx.invitationIds.next(),
    code: randomBytes(CODE_BYTES).toString('base64url'),
    userId,
    label,
    uses,
    left: usesLeft(uses),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    needsApproval,
    createdAt: new Date(),
    epoch: user.epoch,
  }
  ensureInTime()
  const { Invitation } = ctx.models
  await Invitation.create(invitation)
  if ((await Invitation.countDocuments({ userId, ...usable(ctx) })) > INVITATIONS_PER_USER) {
    await Invitation.deleteOne({ _id: invitation._id })
    throw errors.tooManyInvitations()
  }
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'invitation', invitationId: invitation._id })
  return toInvitation(invitation, user.name)
}
