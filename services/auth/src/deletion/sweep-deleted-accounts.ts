import { sweepTombstones } from '@zing/kit/mongo/tombstones'
import { USERNAME_RESERVED_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { deleteAllPictures, eraseAccount } from './erase-account.ts'

/** Erases again what delayed writes have stored of deleted accounts. Also forgets usernames that are free again. */
export async function sweepDeletedAccounts(ctx: Ctx): Promise<void> {
  const { Tombstone } = ctx.models
  await sweepTombstones(Tombstone, async (userId) => {
    await eraseAccount(ctx, userId)
    await deleteAllPictures(ctx, userId)
  })
  const isFree = { at: { $lte: new Date(Date.now() - USERNAME_RESERVED_MS) } }
  await Tombstone.updateMany({ ...isFree, usernameHash: { $exists: true } }, { $unset: { usernameHash: '' } })
}
