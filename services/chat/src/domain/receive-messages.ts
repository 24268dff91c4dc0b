import { pairKey } from '@zing/proto/pair-key'
import type { Confirmation, Ctx } from '../context.ts'
import { CONVERSATION_FIELDS } from '../models/conversation.ts'
import { isOpen } from './find-conversation.ts'
import { raiseOf } from './mark-delivered.ts'
import { raiseTogether } from './raise-watermarks.ts'

/** Marks as delivered what clients confirm to have received, with one read and one write for all of them. */
export async function receiveMessages(ctx: Ctx, confirmations: Confirmation[]): Promise<void> {
  const newest = newestOf(confirmations)
  const conversations = await ctx.models.raw.conversations
    .find({ _id: { $in: [...new Set(newest.map(idOf))] } }, { projection: CONVERSATION_FIELDS })
    .toArray()
  const byId = new Map(conversations.map((conversation) => [conversation._id, conversation]))
  const raises = newest.flatMap((confirmation) => {
    const conversation = byId.get(idOf(confirmation))
    if (!conversation || !isOpen(conversation)) return []
    return raiseOf(ctx, conversation, confirmation) ?? []
  })
  await raiseTogether(ctx, raises)
}

/** Returns each user's furthest confirmation of each conversation: several devices confirm the same messages. */
export function newestOf(confirmations: Confirmation[]): Confirmation[] {
  const furthest = new Map<string, Confirmation>()
  for (const confirmation of confirmations) {
    const key = `${confirmation.userId} ${confirmation.partnerId}`
    const known = furthest.get(key)
    if (!known || known.seq < confirmation.seq) furthest.set(key, confirmation)
  }
  return [...furthest.values()]
}

function idOf({ userId, partnerId }: Confirmation): string {
  return pairKey(userId, partnerId)
}
