import type { Ctx } from '../context.ts'

/**
 * Deletes everything older than the epoch (INV-12). Conversations go first: without one nothing more is sent, and a flush in
 * flight undoes its inserts (see `flushPending`).
 */
export async function reset({ models, epoch: serviceEpoch }: Ctx, epoch: number): Promise<{ epoch: number }> {
  await serviceEpoch.raise(epoch)
  const older = { epoch: { $lt: epoch } }
  await models.Conversation.deleteMany(older)
  await models.Message.deleteMany(older)
  return { epoch }
}
