import { sweepTombstones } from '@zing/kit/mongo/tombstones'
import { SWEEP_DELAY_MS } from '@zing/kit/timing/delayed-sweep'
import { USERNAME_RESERVED_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { eraseAccount } from './erase-account.ts'

/** Erases once more what writes in flight have left of deleted accounts, and forgets usernames that are free again. */
export async function sweepDeletedAccounts(ctx: Ctx, delayMs = SWEEP_DELAY_MS): Promise<void> {
  const { Tombstone } = ctx.models
  await sweepTombstones(Tombstone, delayMs, async (userId) => void (await eraseAccount(ctx, userId)))
  const isFree = { at: { $lte: new Date(Date.now() - USERNAME_RESERVED_MS) } }
  await Tombstone.updateMany({ ...isFree, usernameHash: { $exists: true } }, { $unset: { usernameHash: '' } })
}
