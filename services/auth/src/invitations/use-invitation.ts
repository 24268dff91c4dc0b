import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { InvitationDocument } from '../models/invitation.ts'
import { usable } from './usable-invitations.ts'

type Used = Pick<InvitationDocument, '_id'>

/** Uses an invitation once, by one conditional write: in a race it admits exactly its number. */
export async function useInvitation(ctx: Ctx, { _id }: Used): Promise<void> {
  const { matchedCount } = await ctx.models.Invitation.updateOne({ _id, ...usable(ctx) }, { $inc: { left: -1 } })
  if (matchedCount === 0) throw errors.invitationInvalid()
}

/** Undoes `useInvitation` after a refused registration. */
export async function giveUseBack({ models, log }: Ctx, { _id }: Used): Promise<void> {
  await models.Invitation.updateOne({ _id }, { $inc: { left: 1 } }).catch((err) =>
    log.warn({ err, invitationId: _id }, 'use of an invitation not given back'),
  )
}
