import type { Ctx } from '../context.ts'
import { readConversation } from './find-conversation.ts'
import { isOpen } from './open-conversation.ts'

export async function showTyping(ctx: Ctx, userId: number, recipientId: number, isTyping: boolean): Promise<void> {
  const conversation = await readConversation(ctx, userId, recipientId)
  if (!conversation || !isOpen(conversation)) return
  if (conversation.hold?.isOpen && conversation.hold.senderId === userId) return // the message would be held
  ctx.push(recipientId, userId, { type: 'TYPING_INDICATOR', senderId: userId, isTyping })
}
