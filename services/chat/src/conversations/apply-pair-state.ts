import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import type { PairState } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

/** Opens or closes a conversation as social says. Only a newer rev changes it. Returns true if it did. */
export async function applyPairState(ctx: Ctx, state: PairState): Promise<boolean> {
  // An older epoch must not reappear, and a newer one must survive the coming reset (INV-12).
  if (state.epoch < ctx.epoch.current()) return false
  if (await isAnyDeleted(ctx.models.Tombstone, state.userIds)) return false // social may not know of the deletion yet
  try {
    return await write(ctx, state, true)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return write(ctx, state, false) // the conversation exists with this or a newer rev, or was created in parallel
  }
}

async function write({ models }: Ctx, { userIds, matchedAt, rev, epoch }: PairState, upsert: boolean) {
  const at = matchedAt ? new Date(matchedAt) : null
  const { modifiedCount, upsertedCount } = await models.Conversation.updateOne(
    { _id: pairKey(...userIds), matchRev: { $lt: rev } },
    {
      $set: { matched: at !== null, matchedAt: at, matchRev: rev },
      $max: { activeAt: at ?? new Date(0) },
      $setOnInsert: { members: userIds, epoch },
    },
    { upsert, setDefaultsOnInsert: true },
  )
  return modifiedCount + upsertedCount > 0
}

/** Ends the match of a conversation whose pair social no longer has, if it is unchanged since `rev` was read. */
export async function endMatch({ models }: Ctx, id: string, rev: number): Promise<void> {
  await models.Conversation.updateOne(
    { _id: id, matchRev: rev },
    { $set: { matched: false, matchedAt: null, matchRev: 0 } }, // a pair that is created again starts at rev 1
  )
}
