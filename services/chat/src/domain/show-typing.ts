import type { Ctx } from '../context.ts'
import { isOpen, readConversation } from './find-conversation.ts'

export async function showTyping(ctx: Ctx, userId: number, recipientId: number, isTyping: boolean): Promise<void> {
  const conversation = await readConversation(ctx, userId, recipientId)
  if (!conversation || !isOpen(conversation)) return
  ctx.push(recipientId, userId, { type: 'TYPING_INDICATOR', senderId: userId, isTyping })
}
