import type { Ctx } from '../context.ts'

/** Deletes what is older than the epoch (INV-12); conversations first, so that a flush in flight undoes its inserts. */
export async function reset({ models, epoch: serviceEpoch }: Ctx, epoch: number): Promise<{ epoch: number }> {
  await serviceEpoch.raise(epoch)
  const older = { epoch: { $lt: epoch } }
  await models.Conversation.deleteMany(older)
  await models.Message.deleteMany(older)
  return { epoch }
}
