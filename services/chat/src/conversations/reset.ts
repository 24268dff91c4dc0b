import type { Ctx } from '../context.ts'

/** Deletes all documents of an older epoch. New documents carry the new epoch (INV-12). */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await deleteOlder(ctx, epoch)
  return { epoch }
}

/** Deletes conversations first, so that a flush in flight undoes its inserts. */
export async function deleteOlder({ models }: Ctx, epoch: number): Promise<void> {
  const older = { epoch: { $lt: epoch } }
  await models.Conversation.deleteMany(older)
  await models.Message.deleteMany(older)
  await models.Reaction.deleteMany(older)
  await models.Tombstone.deleteMany(older)
}
