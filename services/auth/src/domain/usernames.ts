import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Ctx } from '../context.ts'

export function usernameKeyOf(username: string): string {
  return username.toLowerCase()
}

/** A reserved username counts as taken, so that no user can speak for the operator. */
export async function isUsernameTaken({ models, reservedUsernames }: Ctx, username: string): Promise<boolean> {
  const usernameKey = usernameKeyOf(username)
  return reservedUsernames.has(usernameKey) || (await models.User.exists({ usernameKey })) !== null
}

export async function usernameOf(ctx: Ctx, userId: number): Promise<string | null> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { username: 1 }).lean()
  return user?.username ?? null
}
