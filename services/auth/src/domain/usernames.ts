import type { Ctx } from '../context.ts'
import { ofCurrentEpoch } from './current-epoch.ts'

export function usernameKeyOf(username: string): string {
  return username.toLowerCase()
}

export async function isUsernameTaken({ models }: Ctx, username: string): Promise<boolean> {
  return (await models.User.exists({ usernameKey: usernameKeyOf(username) })) !== null
}

export async function usernameOf(ctx: Ctx, userId: number): Promise<string | null> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { username: 1 }).lean()
  return user?.username ?? null
}
