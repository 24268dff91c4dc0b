import type { Ctx } from '../context.ts'
import { readConversation } from '../conversations/find-conversation.ts'

/** True if one of the two users has blocked the other. */
export async function isBlocked(ctx: Ctx, [a, b]: [number, number]): Promise<boolean> {
  const conversation = await readConversation(ctx, a, b)
  return conversation !== null && conversation.blockedBy.length > 0 && conversation.epoch >= ctx.epoch.current()
}
