import type { Ctx } from '../context.ts'

/** Deletes all documents of an older epoch. New documents carry the new epoch (INV-12). */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  await deleteOlder(ctx, epoch)
  return { epoch }
}

export async function deleteOlder({ models }: Ctx, epoch: number): Promise<void> {
  const older = { epoch: { $lt: epoch } }
  const { Pair, Profile, Notification, Tombstone, PushDevice, PushSlot, NotificationSettings } = models
  await Promise.all([
    Pair.deleteMany(older),
    Profile.deleteMany(older),
    Notification.deleteMany(older),
    Tombstone.deleteMany(older),
    PushDevice.deleteMany(older),
    PushSlot.deleteMany(older),
    NotificationSettings.deleteMany(older),
  ])
}
