import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

export async function hidePair(
  { models, epoch }: Ctx,
  { blockerId, blockedId }: { blockerId: number; blockedId: number },
): Promise<void> {
  const _id = pairKey(blockerId, blockedId)
  await models.HiddenPair.updateOne({ _id }, { $set: { epoch: epoch.current() }, $inc: { rev: 1 } }, { upsert: true })
}
