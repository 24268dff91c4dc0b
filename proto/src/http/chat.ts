import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { clientMessageId, pathId, positiveId, queryCount, querySeq, upToSeq } from '../fields.ts'
import { BLOCKS_PAGE_MAX, MESSAGES_PAGE_MAX } from '../limits.ts'
import { hasContent, messageFields } from '../message-fields.ts'
import { Conversation, Message, reactionEmoji } from '../messages.ts'

/** Counts the caller's unread messages, over all conversations. */
export const getUnread = endpoint({
  method: 'GET',
  path: '/api/messages/unread',
  response: z.object({ count: z.int() }),
})

/** Marks all of the caller's unread messages as read. */
export const markAllRead = endpoint({ method: 'POST', path: '/api/messages/markAllRead' })

const partner = z.object({ id: pathId('Invalid user ID') })

/**
 * Lists the messages of a match, oldest first, and marks them as delivered. The seqs `before` and `after` bound the page
 * and are not part of it. With `after` the page starts at the oldest message, otherwise it ends at the newest.
 */
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

/**
 * Marks the messages from that partner to the caller as read. `upToSeq` is the seq of the newest message that the
 * client shows. Without it, the server marks all messages that it has stored by then. It marks none if more than
 * MESSAGES_PAGE_MAX newer ones are stored: the client must fetch them first.
 */
export const readMessages = endpoint({
  method: 'POST',
  path: '/api/messages/{id}/read',
  priority: 'message',
  params: partner,
  body: z.optional(z.object({ upToSeq: z.optional(upToSeq) })),
  errorResponses: [404],
})

/**
 * Sends a message to a match. 403 for any other receiver. The content may not contain `< > ; =`. A retry with the same
 * `clientMessageId` returns the stored message. `afterSeq` is the newest seq of the conversation that the client knew
 * when it created the id; 0 for none. It is the same in every attempt, and saves the server a search for the id. The
 * stored message quotes the message `replyToId`, which must belong to the same conversation (else 400). With `mediaId` it
 * is a photo or a voice message: see `uploadMedia`.
 */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  status: 201,
  priority: 'message',
  body: z.object({ ...messageFields, clientMessageId: z.optional(clientMessageId) }).check(hasContent),
  response: Message,
  errorResponses: [403],
})

const message = z.object({ id: pathId('Invalid message ID') })

/**
 * Sets the caller's reaction to a message, in place of an earlier one, and pushes REACTION to both members. Idempotent.
 * 404 unless the message belongs to an open conversation of the caller.
 */
export const setReaction = endpoint({
  method: 'PUT',
  path: '/api/messages/{id}/reactions',
  params: message,
  body: z.object({ emoji: reactionEmoji }),
  errorResponses: [404],
})

/** Removes the caller's reaction, if there is one; otherwise like `setReaction`. */
export const removeReaction = endpoint({
  method: 'DELETE',
  path: '/api/messages/{id}/reactions',
  params: message,
  errorResponses: [404],
})

/**
 * Deletes an own message for both members, and pushes MESSAGE_DELETED to both. Its place in the conversation stays. 409 with
 * the code `TOO_LATE_TO_DELETE` after MESSAGE_DELETE_MS, and once it is read. 404 for the partner's messages and for unknown
 * ones. Idempotent.
 */
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/{id}',
  params: message,
  priority: 'message',
  errorResponses: [404, 409],
})

/** Lists the caller's conversations, one per match, newest message first. */
export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  response: z.array(Conversation),
})

/** Lists the ids of the users whom the caller has blocked. `Link: <…>; rel="next"` names the next page. */
export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  query: z.object({
    limit: z.optional(queryCount(BLOCKS_PAGE_MAX, 'Invalid limit')),
    /** Opaque; from the Link header of the previous page. */
    cursor: z.optional(pathId('Invalid cursor')),
  }),
  response: z.array(z.int()),
  headers: ['Link'],
})

/**
 * Blocks a user and closes all contact between the two. Idempotent, and equivalent to the frame BLOCK_USER. 403 after
 * BLOCKS_MAX blocks, unless the two have a conversation.
 */
export const blockUser = endpoint({
  method: 'POST',
  path: '/api/blocks',
  status: 201,
  priority: 'message',
  body: z.object({ blockedUserId: positiveId('Invalid blocked ID') }),
  response: z.object({ blockedUserId: z.int() }),
  errorResponses: [403, 404],
})

/**
 * Ends the caller's block of a user. Idempotent. No match comes back: both must like anew. The unblocked user is not told.
 * BLOCK_REMOVED goes to the caller's sockets.
 */
export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/blocks/{id}',
  params: z.object({ id: pathId('Invalid user ID') }),
  priority: 'message',
})
