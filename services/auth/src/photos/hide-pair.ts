import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

/** A block or the end of one, with chat's rev and epoch. If chat was reset before auth, auth's reset must keep it. */
export interface Block {
  blockerId: number
  blockedId: number
  rev: number
  epoch: number
}

/** Hides two users' photos from each other. An old block changes nothing. */
export function hidePair(ctx: Ctx, block: Block): Promise<void> {
  return change(ctx, block, { $addToSet: { blockedBy: block.blockerId } })
}

/** Ends a block; while the other user blocks too, the photos stay hidden. */
export function showPair(ctx: Ctx, block: Block): Promise<void> {
  return change(ctx, block, { $pull: { blockedBy: block.blockerId } })
}

async function change(
  { models }: Ctx,
  { blockerId, blockedId, rev, epoch }: Block,
  blockedBy: { $addToSet: { blockedBy: number } } | { $pull: { blockedBy: number } },
): Promise<void> {
  if (await isAnyDeleted(models.Tombstone, [blockerId, blockedId])) return
  const side = blockerId < blockedId ? 'loRev' : 'hiRev'
  const write = (upsert: boolean) =>
    models.HiddenPair.updateOne(
      { _id: pairKey(blockerId, blockedId), [side]: { $not: { $gte: rev } } },
      { ...blockedBy, $set: { [side]: rev }, $max: { epoch }, $inc: { rev: 1 } },
      { upsert },
    )
  await write(true).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    return write(false) // the event is old, or a parallel write created the document
  })
}

/** The filter for pairs with a block. */
export const BLOCKED = { 'blockedBy.0': { $exists: true } }
