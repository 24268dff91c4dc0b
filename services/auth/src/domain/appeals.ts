import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { appealCreated, EventOf } from '@zing/proto/nats/events'
import type { getAppellant, RpcResult } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { changeUser } from './change-user.ts'
import { isActive } from './suspension.ts'

/** As the partial index has it. */
const hasRestriction = { 'restrictions.0': { $exists: true } }

/** The user of an appeal token; null for an unknown token and once the suspension is over. */
export async function appellantOf(ctx: Ctx, token: string): Promise<RpcResult<typeof getAppellant>> {
  const wanted = { 'restrictions.appealToken': token, ...hasRestriction, ...ofCurrentEpoch(ctx) }
  const user = await ctx.models.User.findOne(wanted, { restrictions: 1 }).lean()
  const restriction = user?.restrictions?.find(({ appealToken }) => appealToken === token)
  if (!user || !restriction || !isActive(restriction, new Date())) return null
  return { userId: user._id, decisionId: restriction.decisionId }
}

/** The token of an appeal is not shown again; a repeated event finds nothing to change. */
export async function useAppeal(ctx: Ctx, { userId, decisionId }: EventOf<typeof appealCreated>): Promise<void> {
  const unused = { $elemMatch: { decisionId, appealToken: { $ne: null } } }
  if (!(await ctx.models.User.exists({ _id: userId, restrictions: unused, ...ofCurrentEpoch(ctx) }))) return
  await changeUser(ctx, userId, (before) => ({
    ...before,
    restrictions: (before.restrictions ?? []).map((one) =>
      one.decisionId === decisionId ? { ...one, appealToken: null } : one,
    ),
  }))
}
