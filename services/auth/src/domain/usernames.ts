import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Ctx } from '../context.ts'

export function usernameKeyOf(username: string): string {
  return username.toLowerCase()
}

/** A reserved username counts as taken, so that no user can speak for the operator. */
export async function isUsernameTaken(ctx: Ctx, username: string): Promise<boolean> {
  const usernameKey = usernameKeyOf(username)
  if (ctx.reservedUsernames.has(usernameKey)) return true
  return (await ctx.models.User.exists({ usernameKey, ...ofCurrentEpoch(ctx) })) !== null
}

/** Deletes an account of an older epoch, which a delayed write can store after the reset (INV-12); false without one. */
export async function releaseUsername({ models, epoch }: Ctx, usernameKey: string): Promise<boolean> {
  const { deletedCount } = await models.User.deleteOne({ usernameKey, epoch: { $lt: epoch.current() } })
  return deletedCount === 1
}

export async function usernameOf(ctx: Ctx, userId: number): Promise<string | null> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { username: 1 }).lean()
  return user?.username ?? null
}
