import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { USERNAME_RESERVED_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'

export function usernameKeyOf(username: string): string {
  return username.toLowerCase()
}

/**
 * Counts reserved usernames as taken, so that no user can speak for the operator. Usernames of deleted accounts stay
 * taken for a while, so that nobody mistakes a new user for the previous owner.
 */
export async function isUsernameTaken(ctx: Ctx, username: string): Promise<boolean> {
  const usernameKey = usernameKeyOf(username)
  if (ctx.reservedUsernames.has(usernameKey)) return true
  const found = await Promise.all([
    ctx.models.User.exists({ usernameKey, ...ofCurrentEpoch(ctx) }),
    ctx.models.Tombstone.exists({
      usernameHash: ctx.usernameHash(usernameKey),
      at: { $gt: new Date(Date.now() - USERNAME_RESERVED_MS) },
      ...ofCurrentEpoch(ctx),
    }),
  ])
  return found.some((document) => document !== null)
}

/** Deletes an account of an older epoch, which a delayed write may store after the reset (INV-12); false if none. */
export async function releaseUsername({ models, epoch }: Ctx, usernameKey: string): Promise<boolean> {
  const { deletedCount } = await models.User.deleteOne({ usernameKey, epoch: { $lt: epoch.current() } })
  return deletedCount === 1
}

export async function usernameOf(ctx: Ctx, userId: number): Promise<string | null> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { username: 1 }).lean()
  return user?.username ?? null
}
