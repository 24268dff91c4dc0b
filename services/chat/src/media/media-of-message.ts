import { errors } from '@zing/proto/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { MessageMedia } from '../models/message-media.ts'
import { requireMaySend } from './may-send.ts'

export interface MediaDraft {
  receiverId: number
  clientMessageId?: string | undefined
  mediaId: number
}

/**
 * Returns what a message shows of its medium. Throws a 400 for any other than the sender's own upload for this message. A
 * sweep may be about to delete an old upload: 400 too. The receiver's wish may have changed since the upload.
 */
export async function mediaOfMessage(
  ctx: Ctx,
  senderId: number,
  { receiverId, clientMessageId, mediaId }: MediaDraft,
): Promise<MessageMedia> {
  const conv = pairKey(senderId, receiverId)
  const medium = await ctx.models.raw.media.findOne({ _id: mediaId, conv })
  const isOwn = medium?.senderId === senderId && medium.clientMessageId === clientMessageId?.toLowerCase()
  if (!medium?.looks || !isOwn || medium.unsentAt) throw errors.invalidMedia()
  await requireMaySend(ctx, senderId, { receiverId, kind: medium.kind })
  return { id: medium._id, ...medium.looks }
}
