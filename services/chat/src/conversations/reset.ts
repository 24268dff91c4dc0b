import { deleteOlderThan } from '@zing/kit/mongo/delete-older'
import type { Ctx } from '../context.ts'
import { deleteMedia } from '../media/delete-media.ts'

/** Deletes all documents of an older epoch. New documents carry the new epoch (INV-12). */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await deleteOlder(ctx, epoch)
  return { epoch }
}

/**
 * Deletes conversations first, so that a flush in flight undoes its inserts. Media come last: their blobs may be in a bucket
 * that is away.
 */
export async function deleteOlder(ctx: Ctx, epoch: number): Promise<void> {
  const { Medium: _media, ...others } = ctx.models
  await others.Conversation.deleteMany({ epoch: { $lt: epoch } })
  await deleteOlderThan(epoch, others)
  await deleteMedia(ctx, { epoch: { $lt: epoch } })
}
