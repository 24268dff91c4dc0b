import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { MESSAGE_DELETE_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { type FoundMessage, findMessage } from './find-message.ts'
import { finishDeletion } from './finish-deletion.ts'
import { flushPending } from './flush-pending.ts'
import { DELETED_CONTENT, statusOf } from './message-view.ts'

/**
 * Deletes an own message for both members, while it is young and unread. The first write leaves no content; the others
 * follow, and a repeated call or the hourly run completes them.
 */
export async function deleteMessage(ctx: Ctx, userId: number, messageId: number): Promise<void> {
  const found = await findMessage(ctx, userId, messageId)
  if (found?.message.senderId !== userId) throw errors.messageNotFound()
  try {
    if (!found.message.deletedAt) await begin(ctx, found)
    await finishDeletion(ctx, found)
  } catch (error) {
    if (isDatabaseUnavailable(error))
      ctx.writeRetries.add(`deletion ${messageId}`, () => finishIfBegun(ctx, userId, messageId))
    throw error
  }
}

/** A message that is read in this moment may still be deleted: the members see the same either way. */
async function begin(ctx: Ctx, { conversation, message }: FoundMessage): Promise<void> {
  const isLate = message.createdAt.getTime() < Date.now() - MESSAGE_DELETE_MS
  if (isLate || statusOf(conversation, message) === 'read') throw errors.tooLateToDelete()
  ensureInTime()
  // Pending messages never change. A flush in flight finds the message stored, and does not store it again.
  if (conversation.pending.some(({ id }) => id === message.id)) await flushPending(ctx.models, [conversation])
  const { matchedCount } = await ctx.models.raw.messages.updateOne(
    { _id: message.id, conv: conversation._id },
    { $set: { content: DELETED_CONTENT, deletedAt: new Date(), isErasing: true }, $unset: { replyTo: '' } },
  )
  if (matchedCount === 0) throw errors.messageNotFound() // erased or reset meanwhile
}

/** The lost write may have begun the deletion. If it has not, the client repeats the call. */
async function finishIfBegun(ctx: Ctx, userId: number, messageId: number): Promise<void> {
  const found = await findMessage(ctx, userId, messageId)
  if (found?.message.deletedAt) await finishDeletion(ctx, found)
}
