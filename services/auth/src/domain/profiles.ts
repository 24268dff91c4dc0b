import { PAGE_SIZE } from '@zing/proto/nats/rpc'
import type { ReplicatedProfile } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { toProfile } from './to-user.ts'

interface RevisedProfile {
  profile: ReplicatedProfile
  rev: number
}

export async function getProfile({ models }: Ctx, userId: number): Promise<RevisedProfile | null> {
  const user = await models.User.findById(userId, { outbox: 0 }).lean()
  return user && { profile: toProfile(user), rev: user.rev }
}

export async function getProfilePage(
  { models }: Ctx,
  after: string,
): Promise<{ items: RevisedProfile[]; next: string | null }> {
  const users = await models.User.find({ _id: { $gt: Number(after) } }, { outbox: 0 })
    .sort({ _id: 1 })
    .limit(PAGE_SIZE)
    .lean()
  const last = users.length === PAGE_SIZE ? users.at(-1) : undefined
  return {
    items: users.map((user) => ({ profile: toProfile(user), rev: user.rev })),
    next: last ? String(last._id) : null,
  }
}
