import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { clientMessageId, messageContent, pathId, positiveId, queryCount, querySeq } from '../fields.ts'
import { MESSAGES_PAGE_MAX } from '../limits.ts'
import { Conversation, Message } from '../messages.ts'

/** How many messages are waiting for me, over all conversations. */
export const getUnread = endpoint({
  method: 'GET',
  path: '/api/messages/unread',
  response: z.object({ count: z.int() }),
})

/** Marks every message that is waiting for me as read. */
export const markAllRead = endpoint({ method: 'POST', path: '/api/messages/markAllRead' })

const partner = z.object({ id: pathId('Invalid user ID') })

/** The messages of a match, oldest first. The last page, the page `before` a seq, or what came `after` one. Fetching marks as delivered. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages/{id}',
  params: partner,
  query: z.object({
    before: z.optional(pathId('Invalid before')),
    after: z.optional(querySeq('Invalid after')),
    limit: z.optional(queryCount(MESSAGES_PAGE_MAX, 'Invalid limit')),
  }),
  response: z.array(Message),
  errorResponses: [404],
})

/** Marks what that partner has written to me as read. */
export const readMessages = endpoint({
  method: 'POST',
  path: '/api/messages/{id}/read',
  params: partner,
  errorResponses: [404],
})

/** Writes to a match: 403 for anybody else. No `< > ; =` in the content. A retry with the same `clientMessageId` answers with the message that is already there. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  status: 201,
  body: z.object({
    receiverId: positiveId('Invalid receiver ID'),
    content: messageContent,
    clientMessageId: z.optional(clientMessageId),
  }),
  response: Message,
  errorResponses: [403],
})

/** My conversations, one per match, the one with the newest message first. */
export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  response: z.array(Conversation),
})

/** Ids of the people whom I have blocked. */
export const listBlocks = endpoint({ method: 'GET', path: '/api/blocks', response: z.array(z.int()) })

/** Ends every channel between the two, in both directions. HTTP twin of the frame BLOCK_USER; idempotent. */
export const blockUser = endpoint({
  method: 'POST',
  path: '/api/blocks',
  status: 201,
  body: z.object({ blockedUserId: positiveId('Invalid blocked ID') }),
  response: z.object({ blockedUserId: z.int() }),
})
