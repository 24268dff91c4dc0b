import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { getRemoval as contract } from '@zing/proto/nats/rpc/auth'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import { hasRemoved } from './removed-content.ts'

/** Tells whether the account still keeps the content that a decision removed, as it does for REMOVED_MS. */
export async function getRemoval(
  ctx: Ctx,
  { userId, decisionId }: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  const fields = { removedPhotos: 1, removedTexts: 1 }
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, fields).lean()
  return { isRemoved: user !== null && hasRemoved(user, decisionId) }
}
