import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

/** A block with chat's epoch. If chat was reset before auth, auth's reset must keep it. */
export interface Block {
  blockerId: number
  blockedId: number
  epoch: number
}

export async function hidePair({ models }: Ctx, { blockerId, blockedId, epoch }: Block): Promise<void> {
  if (await isAnyDeleted(models.Tombstone, [blockerId, blockedId])) return
  const _id = pairKey(blockerId, blockedId)
  await models.HiddenPair.updateOne({ _id }, { $max: { epoch }, $inc: { rev: 1 } }, { upsert: true })
}
