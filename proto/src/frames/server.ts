import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { Message } from '../messages.ts'
import { Notification, UserSummary } from '../users.ts'

const userId = z.int()

/** Frames that the server sends. Pushes are hints: the client refetches after every CONNECTED. */
export const ServerFrame = z.discriminatedUnion('type', [
  /** The answer to AUTH: from now on pushes arrive. */
  z.object({ type: z.literal('CONNECTED'), userId }),
  /** Somebody likes you. */
  z.object({
    type: z.literal('NEW_LIKE'),
    like: z.object({ likerId: userId, likedId: userId, createdAt: isoTime }),
    user: UserSummary,
  }),
  /** You like each other; with the card of the other one. */
  z.object({ type: z.literal('NEW_MATCH'), match: z.extend(UserSummary, { matchedAt: isoTime }) }),
  /** A new entry of the notification list. */
  z.object({ type: z.literal('NOTIFICATION'), notification: Notification }),
  /** How many notifications are unread. */
  z.object({ type: z.literal('NOTIFICATION_COUNT'), count: z.int() }),
  /** To the receiver. */
  z.object({ type: z.literal('NEW_MESSAGE'), message: Message }),
  /** To every socket of the sender, so that other tabs show it too. */
  z.object({ type: z.literal('MESSAGE_SENT'), message: Message }),
  /** To the sender: everything in the conversation with `receiverId` up to `seq` has arrived. */
  z.object({ type: z.literal('MESSAGE_DELIVERED'), messageId: z.int(), seq: z.int(), receiverId: userId }),
  /** To the sender, and to the reader's other tabs: everything up to `upToSeq` between the two has been read by `readBy`. */
  z.object({
    type: z.literal('MESSAGES_READ'),
    readBy: userId,
    /** The other member of the conversation: the one whose messages were read. */
    senderId: userId,
    /** The messages newly read, at most MESSAGES_PAGE_MAX of them: `upToSeq` is the truth. */
    messageIds: z.array(z.int()),
    upToSeq: z.int(),
  }),
  /** Your match writes, or has stopped. */
  z.object({ type: z.literal('TYPING_INDICATOR'), senderId: userId, isTyping: z.boolean() }),
  /** Somebody has blocked you: what there was between you is gone. */
  z.object({ type: z.literal('USER_BLOCKED'), blockedBy: userId }),
  /** To every socket of the one who blocks. */
  z.object({ type: z.literal('BLOCK_CONFIRMED'), blockedUserId: userId }),
  /** The other side took the like back. */
  z.object({ type: z.literal('MATCH_ENDED'), userId }),
  /** The frame before was none, or could not be handled. */
  z.object({ type: z.literal('ERROR'), code: z.string(), message: z.string() }),
  /** Nothing but a sign of life. */
  z.object({ type: z.literal('HEARTBEAT') }),
  /** Pushes cannot be trusted: poll until PUSH_RESTORED, then refetch. */
  z.object({ type: z.literal('PUSH_DEGRADED') }),
  /** Pushes arrive again. */
  z.object({ type: z.literal('PUSH_RESTORED') }),
])
export type ServerFrame = z.infer<typeof ServerFrame>
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>
