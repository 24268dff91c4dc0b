import { broadcast } from '@zing/kit/nats/broadcast'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import type { Ctx } from '../context.ts'

/** Revokes every session and deletes all documents of an older epoch. New documents carry the new epoch. */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await ctx.models.Session.deleteMany({ epoch: { $lt: epoch } })
  broadcast(ctx.nats, sessionsRevoked, { sids: null }) // first: the other deletions may take long
  await deleteOlder(ctx, epoch)
  return { epoch }
}

export async function deleteOlder({ models }: Ctx, epoch: number): Promise<void> {
  const older = { epoch: { $lt: epoch } }
  const { Session, User, Selfie, HiddenPair, Passkey, Export, Tombstone, BanRecord, BanMatch } = models
  await Promise.all([
    Session.deleteMany(older),
    User.deleteMany(older),
    Selfie.deleteMany(older),
    HiddenPair.deleteMany(older),
    Passkey.deleteMany(older),
    Export.deleteMany(older), // without it its chunks cannot be read, and they expire
    Tombstone.deleteMany(older),
    BanRecord.deleteMany(older),
    BanMatch.deleteMany(older),
  ])
}
