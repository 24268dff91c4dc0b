import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { appealCreated, EventOf } from '@zing/proto/nats/events'
import type { getAppellant, RpcResult } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { changeUser } from './change-user.ts'
import { isSuspended } from './suspension.ts'

/** The user of an appeal token; null for an unknown token and once the suspension is over. */
export async function appellantOf(ctx: Ctx, token: string): Promise<RpcResult<typeof getAppellant>> {
  const wanted = { 'restriction.appealToken': token, ...ofCurrentEpoch(ctx) }
  const user = await ctx.models.User.findOne(wanted, { restriction: 1 }).lean()
  if (!user?.restriction || !isSuspended(user, new Date())) return null
  return { userId: user._id, decisionId: user.restriction.decisionId }
}

/** The token of an appeal is not shown again; a repeated event finds nothing to change. */
export async function useAppeal(ctx: Ctx, { userId, decisionId }: EventOf<typeof appealCreated>): Promise<void> {
  const appealed = { _id: userId, 'restriction.decisionId': decisionId, 'restriction.appealToken': { $ne: null } }
  if (!(await ctx.models.User.exists({ ...appealed, ...ofCurrentEpoch(ctx) }))) return
  await changeUser(ctx, userId, (before) => {
    if (before.restriction?.decisionId !== decisionId) return before // lifted meanwhile
    return { ...before, restriction: { ...before.restriction, appealToken: null } }
  })
}
