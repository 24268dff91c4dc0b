import { deleteUnnamed } from '@zing/blobs/delete-unnamed'
import { runThisHour } from '@zing/kit/mongo/hourly-result'
import { paced } from '@zing/kit/timing/pace'
import { MEDIA_UNNAMED_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { readConversation } from '../conversations/find-conversation.ts'
import { findByKey } from '../messages/find-by-key.ts'
import { keyOf } from '../messages/message-view.ts'
import type { Medium } from '../models/medium.ts'
import { deleteMedia } from './delete-media.ts'

/** Shorter than the interval of the sweep, and far longer than a send takes. */
const UNSENT_MS = MEDIA_UNNAMED_MS / 2

/** Deletes uploads without a message, once an hour, in one process. */
export async function sweepMediaThisHour(ctx: Ctx): Promise<void> {
  const epoch = ctx.epoch.current()
  await runThisHour(ctx.models.HourlyResult, { name: 'media', epoch, work: (now) => sweepMedia(ctx, now) })
}

/**
 * Notes which uploads have a message and which have none. Those that had none in an earlier sweep are deleted. A message on
 * its way then has arrived since; later ones were refused.
 */
async function sweepMedia(ctx: Ctx, now: number): Promise<number> {
  const isDue = { isSent: false, createdAt: { $lt: new Date(now - MEDIA_UNNAMED_MS) } }
  let deleted = 0
  for await (const medium of ctx.models.raw.media.find(isDue).sort({ createdAt: 1, _id: 1 })) {
    deleted += await paced(() => sweepOne(ctx, medium, now))
  }
  return deleted
}

/** Returns the number of deleted media. */
async function sweepOne(ctx: Ctx, medium: Medium, now: number): Promise<number> {
  const { _id, conv, senderId, receiverId, clientMessageId, unsentAt, isDeleted } = medium
  const { media } = ctx.models.raw
  const conversation = await readConversation(ctx, senderId, receiverId)
  const message = conversation && (await findByKey(ctx, conversation, keyOf(senderId, clientMessageId)))
  if (message && !message.deletedAt) {
    await media.updateOne({ _id, conv }, { $set: { isSent: true }, $unset: { unsentAt: '' } })
    return 0
  }
  if (!unsentAt) {
    await media.updateOne({ _id, conv, createdAt: medium.createdAt }, { $set: { unsentAt: new Date(now) } })
    return 0
  }
  if (unsentAt.getTime() > now - UNSENT_MS) return 0
  const { matchedCount } = await media.updateOne({ _id, conv, unsentAt }, { $set: { isDeleted: true } })
  if (matchedCount === 0 && !isDeleted) return 0 // uploaded again meanwhile
  await deleteMedia(ctx, { _id, conv })
  return 1
}

/** Deletes blobs that no medium names, left by a crash or a late write. */
export async function deleteUnnamedBlobs({ models, blobs }: Ctx): Promise<void> {
  await deleteUnnamed(blobs, new Date(Date.now() - MEDIA_UNNAMED_MS), async (ids) => {
    const found = await models.raw.media.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
    return found.map(({ _id }) => _id)
  })
}
