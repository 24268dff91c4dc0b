import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { Confirmation, Ctx, Raise } from '../context.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { CONVERSATION_FIELDS } from '../models/conversation.ts'
import { raiseOf } from './mark-delivered.ts'
import { raiseTogether } from './raise-watermarks.ts'

/** Marks messages as delivered that clients have confirmed, with one read and one write for all. */
export async function receiveMessages(ctx: Ctx, confirmations: Confirmation[]): Promise<void> {
  await raiseTogether(ctx, await readOrRepeatLater(ctx, newestOf(confirmations)))
}

/** Repeats a failed read when the database is back, since the client confirms a message once. */
async function readOrRepeatLater(ctx: Ctx, confirmations: Confirmation[]): Promise<Raise[]> {
  try {
    return await readRaises(ctx, confirmations)
  } catch (error) {
    if (isDatabaseUnavailable(error))
      for (const one of confirmations)
        ctx.writeRetries.add(`received ${idOf(one)},${one.userId}`, () => receiveMessages(ctx, [one]))
    throw error
  }
}

async function readRaises(ctx: Ctx, confirmations: Confirmation[]): Promise<Raise[]> {
  const conversations = await ctx.models.raw.conversations
    .find({ _id: { $in: [...new Set(confirmations.map(idOf))] } }, { projection: CONVERSATION_FIELDS })
    .toArray()
  const byId = new Map(conversations.map((conversation) => [conversation._id, conversation]))
  return confirmations.flatMap((confirmation) => {
    const conversation = byId.get(idOf(confirmation))
    if (!conversation || !isOpen(conversation)) return []
    return raiseOf(ctx, conversation, confirmation) ?? []
  })
}

/** Returns each user's furthest confirmation per conversation, since several devices confirm the same messages. */
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
