import { deleteOlderThan } from '@zing/kit/mongo/delete-older'
import type { Ctx } from '../context.ts'

/** Deletes all documents of an older epoch. New documents carry the new epoch (INV-12). */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await deleteOlder(ctx, epoch)
  return { epoch }
}

/** Deletes conversations first, so that a flush in flight undoes its inserts. */
export async function deleteOlder({ models }: Ctx, epoch: number): Promise<void> {
  await models.Conversation.deleteMany({ epoch: { $lt: epoch } })
  await deleteOlderThan(epoch, models)
}
