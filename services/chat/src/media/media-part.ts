import { type getMediaPart, MEDIA_PART_BYTES } from '@zing/proto/nats/rpc/chat'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { readMedium } from './get-medium.ts'

/** Returns a part of a photo or recording, for evidence and copies. Neither a block nor an unmatch hides it. */
export async function mediaPart(
  ctx: Ctx,
  { userIds, mediaId, offset }: RpcInput<typeof getMediaPart>,
): Promise<RpcResult<typeof getMediaPart>> {
  const medium = await ctx.models.raw.media.findOne({ _id: mediaId, conv: pairKey(...userIds) })
  if (!medium?.looks || medium.epoch < ctx.epoch.current()) return null
  const bytes = await readMedium(ctx, medium, 'full')
  if (!bytes) return null
  const part = bytes.subarray(offset, offset + MEDIA_PART_BYTES).toString('base64')
  return { part, totalBytes: bytes.length, mimeType: String(medium.mimeType) }
}
