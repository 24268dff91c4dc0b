import { request } from '@zing/kit/nats/rpc'
import type { ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { getInvited as contract } from '@zing/proto/http/staff/applications'
import { getInvitedBranch } from '@zing/proto/nats/rpc/applications'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'

/** A branch is read level by level. */
const READ_MS = 3_000

export type Branch = NonNullable<RpcResult<typeof getInvitedBranch>>

/** Lists whom a user has invited, and whom they have. */
export async function getInvited(ctx: Ctx, userId: number): Promise<ResponseOf<typeof contract>> {
  const { inviterId, invited, isCut } = await readBranch(ctx, { userId })
  const ids = [userId, ...(inviterId === null ? [] : [inviterId]), ...invited.map((one) => one.userId)]
  const names = await namesOf(ctx, ids)
  return {
    user: names.of(userId),
    inviter: inviterId === null ? null : names.of(inviterId),
    invited: invited.map(({ userId: id, role, ...one }) => ({
      ...one,
      user: names.of(id),
      isStaff: role !== undefined,
    })),
    isCut,
  }
}

/** 404 for an unknown user. The branch of a deleted user stays. */
export async function readBranch(ctx: Ctx, wanted: RpcInput<typeof getInvitedBranch>): Promise<Branch> {
  const branch = await request(ctx.nats, getInvitedBranch, wanted, READ_MS)
  if (!branch) throw errors.userNotFound()
  return branch
}
