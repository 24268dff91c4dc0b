import type { Ctx } from '../context.ts'
import { sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'
import type { Medium } from '../models/medium.ts'

/** Notes that a receiver has opened a photo of the sender, whose photos then show without a tap. Writes once. */
export async function unveil(
  { models }: Ctx,
  viewerId: number,
  { medium, conversation }: { medium: Medium; conversation: Conversation },
): Promise<void> {
  const side = sideOf(conversation, viewerId)
  if (medium.kind !== 'photo' || viewerId !== medium.receiverId || conversation.unveiled?.[side]) return
  await models.raw.conversations.updateOne(
    { _id: conversation._id, [`unveiled.${side}`]: { $ne: true } },
    { $set: { [`unveiled.${side}`]: true }, $inc: { reactionRev: 1 } }, // other devices fetch the list again
  )
}
