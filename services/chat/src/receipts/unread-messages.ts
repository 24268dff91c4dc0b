import type { getUnreadMessages } from '@zing/proto/nats/rpc/chat'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import { readConversation } from '../conversations/find-conversation.ts'
import { countUnread } from '../conversations/list-conversations.ts'
import { sideOf } from '../conversations/members.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { unreadOf } from '../messages/message-view.ts'

/** Counts a user's unread messages, in all conversations and in one of them. */
export async function unreadMessages(
  ctx: Ctx,
  { userId, partnerId }: RpcInput<typeof getUnreadMessages>,
): Promise<RpcResult<typeof getUnreadMessages>> {
  const total = await countUnread(ctx, userId)
  const conversation = partnerId === undefined ? null : await readConversation(ctx, userId, partnerId)
  if (!conversation || !isOpen(conversation)) return { total, ofPartner: null }
  const deliveredSeq = conversation.delivered[sideOf(conversation, userId)]
  const { last } = conversation
  const media = last?.senderId === partnerId ? last?.media?.kind : undefined
  return { total, ofPartner: { unread: unreadOf(conversation, userId), deliveredSeq, ...(media && { media }) } }
}
