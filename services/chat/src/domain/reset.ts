import type { Ctx } from '../context.ts'

/**
 * Deletes what is older than the epoch; the sockets are closed when auth ends the sessions. Conversations first: without
 * one nothing more is sent, and a copy that is on its way takes its messages back (see `settle`).
 */
export async function reset({ models, epoch: known }: Ctx, epoch: number): Promise<{ epoch: number }> {
  await known.raise(epoch)
  const older = { epoch: { $lt: epoch } }
  await models.Conversation.deleteMany(older)
  await models.Message.deleteMany(older)
  return { epoch }
}
