import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PROFILES_PER_PAGE, type RevisedProfile } from '@zing/proto/nats/rpc/auth'
import { isWaiting, REPLICATED } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { toProfile } from './to-user.ts'

export async function getProfile(ctx: Ctx, userId: number): Promise<RevisedProfile | null> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  return user && !isWaiting(user) ? toRevisedProfile(user) : null
}

export async function getProfilePage(
  ctx: Ctx,
  after: string,
): Promise<{ items: RevisedProfile[]; next: string | null }> {
  const wanted = { _id: { $gt: Number(after) }, $or: REPLICATED, ...ofCurrentEpoch(ctx) }
  const users = await ctx.models.User.find(wanted, { outbox: 0 }).sort({ _id: 1 }).limit(PROFILES_PER_PAGE).lean()
  const last = users.length === PROFILES_PER_PAGE ? users.at(-1) : undefined
  return { items: users.map(toRevisedProfile), next: last ? String(last._id) : null }
}

function toRevisedProfile(user: UserDocument): RevisedProfile {
  return { profile: toProfile(user), rev: user.rev, epoch: user.epoch }
}
