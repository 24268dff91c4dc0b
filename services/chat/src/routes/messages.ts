import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/chat'
import type { Ctx } from '../context.ts'
import { countUnread, listConversations } from '../conversations/list-conversations.ts'
import { deleteMessage } from '../messages/delete-message.ts'
import { listMessages } from '../messages/list-messages.ts'
import { sendMessage } from '../messages/send-message.ts'
import { setReaction } from '../reactions/set-reaction.ts'
import { readAllMessages, readMessages } from '../receipts/read-messages.ts'

export function messageRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getUnread, async ({ userId }) => ({ count: await countUnread(ctx, userId) })) // before the pattern below
  serve(contract.listConversations, ({ userId }) => listConversations(ctx, userId))
  serve(contract.listMessages, ({ userId, params, query }) => listMessages(ctx, userId, params.id, query))
  serve(contract.sendMessage, ({ userId, body }) => sendMessage(ctx, userId, body))
  serve(contract.deleteMessage, ({ userId, params }) => deleteMessage(ctx, userId, params.id))
  serve(contract.markAllRead, ({ userId }) => readAllMessages(ctx, userId))
  serve(contract.setReaction, ({ userId, params, body }) => setReaction(ctx, userId, params.id, body.emoji))
  serve(contract.removeReaction, ({ userId, params }) => setReaction(ctx, userId, params.id, null))
  serve(contract.readMessages, ({ userId, params, body }) => readMessages(ctx, userId, params.id, body?.upToSeq))
}
