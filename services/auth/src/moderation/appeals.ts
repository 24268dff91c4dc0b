import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { getAppellant } from '@zing/proto/nats/rpc/auth'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { type OpenAppeal, withOpenAppeal } from './open-appeal.ts'
import { isActive } from './suspension.ts'

/** Matches the filter of the partial index. */
const hasRestriction = { 'restrictions.0': { $exists: true } }

/** The user of an appeal token. Null for an unknown token, or once the suspension is over. */
export async function appellantOf(ctx: Ctx, token: string): Promise<RpcResult<typeof getAppellant>> {
  const wanted = { 'restrictions.appealToken': token, ...hasRestriction, ...ofCurrentEpoch(ctx) }
  const user = await ctx.models.User.findOne(wanted, { restrictions: 1 }).lean()
  const restriction = user?.restrictions?.find(({ appealToken }) => appealToken === token)
  if (!user || !restriction || !isActive(restriction, new Date())) return null
  return { userId: user._id, decisionId: restriction.decisionId }
}

/** A repeated event changes nothing. */
export async function openAppeal(ctx: Ctx, event: OpenAppeal): Promise<void> {
  if (!(await ctx.models.User.exists({ _id: event.userId, ...ofCurrentEpoch(ctx) }))) return
  await changeUser(ctx, event.userId, (before) => withOpenAppeal(before, event))
}
