import { deleteOlderThan } from '@zing/kit/mongo/delete-older'
import type { Ctx } from '../context.ts'

/** Deletes all documents of an older epoch. New documents carry the new epoch (INV-12). */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await deleteOlderThan(epoch, ctx.models)
  return { epoch }
}
