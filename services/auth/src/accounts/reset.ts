import { broadcast } from '@zing/kit/nats/broadcast'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import type { Ctx } from '../context.ts'
import { deleteOlder } from '../deletion/delete-older.ts'

/** Revokes every session and deletes all documents of older epochs. New documents carry the new epoch. */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await ctx.models.Session.deleteMany({ epoch: { $lt: epoch } })
  broadcast(ctx.nats, sessionsRevoked, { sids: null }) // first: the deletions below may take long
  await deleteOlder(ctx, epoch)
  return { epoch }
}
