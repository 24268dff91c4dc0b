import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { getVisibility as contract } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { isVisible } from './is-visible.ts'

/** By the rule of the profile page, with the state of the user that the caller knows. */
export async function getVisibility(
  { models }: Ctx,
  { viewerId, userId, hidden, suspendedUntil }: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  const pair = await models.Pair.findById(pairKey(viewerId, userId), { outbox: 0 }).lean()
  const profile = { _id: userId, hidden, suspendedUntil: suspendedUntil ? new Date(suspendedUntil) : null }
  return { isVisible: isVisible(profile, pair, viewerId) }
}
