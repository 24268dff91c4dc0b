import type { Invitation } from '@zing/proto/community/door'
import type { QueryOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { listInvitations as contract } from '@zing/proto/http/door'
import { INVITATIONS_PAGE_MAX } from '@zing/proto/limits'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import type { InvitationDocument } from '../models/invitation.ts'
import { isStaff } from './may-invite.ts'
import { toInvitation } from './to-invitation.ts'
import { usable } from './usable-invitations.ts'

/** Lists usable invitations, newest first: all of them for staff, own ones for members. */
export async function listInvitations(
  ctx: Ctx,
  userId: number,
  { limit = INVITATIONS_PAGE_MAX, cursor }: QueryOf<typeof contract>,
): Promise<{ invitations: Invitation[]; next: string | null }> {
  const user = await getUser(ctx, userId)
  const wanted = [usable(ctx), ...(isStaff(user) ? [] : [{ userId }]), ...(cursor ? [olderThan(cursor)] : [])]
  const found = await ctx.models.Invitation.find({ $and: wanted })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean()
  const page = found.slice(0, limit)
  const names = await namesOf(ctx, page)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    invitations: page.map((invitation) => toInvitation(invitation, names.get(invitation.userId) ?? null)),
    next: last ? `${last.createdAt.getTime()}.${last._id}` : null,
  }
}

function olderThan(cursor: string) {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor)
  if (!match) throw errors.invalidCursor()
  const [createdAt, id] = [new Date(Number(match[1])), Number(match[2])]
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] }
}

async function namesOf({ models }: Ctx, invitations: InvitationDocument[]): Promise<Map<number, string>> {
  const ids = [...new Set(invitations.map(({ userId }) => userId))]
  const users = await models.User.find({ _id: { $in: ids } }, { name: 1 }).lean()
  return new Map(users.map(({ _id, name }) => [_id, name]))
}
