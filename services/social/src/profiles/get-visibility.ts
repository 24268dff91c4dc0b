import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { getVisibility as contract } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { isVisible } from './is-visible.ts'

/** Applies the rule of the profile page to the user's state as the caller knows it. */
export async function getVisibility(
  { models }: Ctx,
  { viewerId, userId, hidden, suspendedUntil }: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  const pair = await models.Pair.findById(pairKey(viewerId, userId), { outbox: 0 }).lean()
  const profile = { _id: userId, hidden, suspendedUntil: suspendedUntil ? new Date(suspendedUntil) : null }
  return { isVisible: isVisible(profile, pair, viewerId) }
}
