import type { Ctx } from '../context.ts'

/** Deletes what is older than the epoch. What is written from now on carries it, so nothing old can come back. */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  const older = { epoch: { $lt: epoch } }
  const { Pair, Profile, Notification } = ctx.models
  await Promise.all([Pair.deleteMany(older), Profile.deleteMany(older), Notification.deleteMany(older)])
  return { epoch }
}
