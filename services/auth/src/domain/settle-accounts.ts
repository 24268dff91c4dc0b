import { settleTombstones } from '@zing/kit/mongo/tombstones'
import { SETTLE_MS } from '@zing/kit/nats/settled-sweep'
import { USERNAME_KEPT_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { eraseAccount } from './erase-account.ts'

/** Erases once more what writes in flight have left of deleted accounts, and forgets usernames that are free again. */
export async function settleAccounts(ctx: Ctx, settleMs = SETTLE_MS): Promise<void> {
  const { Tombstone } = ctx.models
  await settleTombstones(Tombstone, settleMs, (userId) => eraseAccount(ctx, userId))
  const isFree = { at: { $lte: new Date(Date.now() - USERNAME_KEPT_MS) } }
  await Tombstone.updateMany({ ...isFree, usernameHash: { $exists: true } }, { $unset: { usernameHash: '' } })
}
