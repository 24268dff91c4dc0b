import { z } from 'zod/mini'
import { clientMessageId, isoTime } from '../fields.ts'
import { Message, Reaction, reactionEmoji } from '../messages.ts'
import { Notification } from '../notifications.ts'
import { UserSummary } from '../profiles/users.ts'

const userId = z.int()
/** The last message hidden from the receiver; the receipt covers only later ones. Absent if none is hidden. */
const afterSeq = z.exactOptional(z.int())
/** After the loss of this socket the client waits a random part of this time longer. Absent with few sockets. */
const reconnectWithinMs = z.exactOptional(z.int())

/**
 * Versions of a user's data. An equal version means that a new fetch would show the same, apart from profiles. A version
 * that the server cannot read in time is absent.
 */
export const Versions = z.object({
  /** Matches and blocks. */
  matches: z.exactOptional(z.string()),
  /** Conversations with their messages, receipts and reactions. */
  messages: z.exactOptional(z.string()),
  notifications: z.exactOptional(z.string()),
})
export type Versions = z.infer<typeof Versions>

/** Frames that the server sends. A push may be lost, so the client refetches after every CONNECTED. */
export const ServerFrame = z.discriminatedUnion('type', [
  /** Response to AUTH: the server pushes from now on. `versions` are in the first response to AUTH with `withVersions`. */
  z.object({
    type: z.literal('CONNECTED'),
    userId,
    reconnectWithinMs,
    versions: z.exactOptional(Versions),
  }),
  /** Another user likes you. */
  z.object({
    type: z.literal('NEW_LIKE'),
    like: z.object({ likerId: userId, likedId: userId, createdAt: isoTime }),
    user: UserSummary,
  }),
  /** You and another user like each other. `match` is a summary of that user. */
  z.object({ type: z.literal('NEW_MATCH'), match: z.extend(UserSummary, { matchedAt: isoTime }) }),
  /**
   * A new or renewed entry of the notification list. Within a minute after NOTIFICATIONS_READ or NOTIFICATIONS_CLEARED
   * the entry may already be read, withdrawn or cleared: fetch the list again.
   */
  z.object({ type: z.literal('NOTIFICATION'), notification: Notification }),
  /**
   * Number of unread notifications. Fetch the list again if its number differs: the server may add entries without
   * NOTIFICATION.
   */
  z.object({ type: z.literal('NOTIFICATION_COUNT'), count: z.int() }),
  /** To every socket of a user who has read notifications, or whose like entry was withdrawn; `ids: null` means all. */
  z.object({ type: z.literal('NOTIFICATIONS_READ'), ids: z.nullable(z.array(z.int())), readAt: isoTime }),
  /** To every socket of a user who has cleared the notifications. */
  z.object({ type: z.literal('NOTIFICATIONS_CLEARED') }),
  /** To the receiver of a message. */
  z.object({ type: z.literal('NEW_MESSAGE'), message: Message }),
  /** Response to SEND_MESSAGE, and to every other socket of the sender, so that other tabs show the message. */
  z.object({ type: z.literal('MESSAGE_SENT'), message: Message }),
  /** To the sender: the messages to `receiverId` have been delivered up to `seq`. */
  z.object({ type: z.literal('MESSAGE_DELIVERED'), messageId: z.int(), seq: z.int(), receiverId: userId, afterSeq }),
  /** To the sender and to the reader's other tabs: `readBy` has read the conversation up to `upToSeq`. */
  z.object({
    type: z.literal('MESSAGES_READ'),
    readBy: userId,
    /** The other member of the conversation, whose messages were read. */
    senderId: userId,
    /** At most MESSAGES_PAGE_MAX of the newly read messages; `upToSeq` is authoritative. */
    messageIds: z.array(z.int()),
    upToSeq: z.int(),
    afterSeq,
  }),
  /** A match has started or stopped typing. */
  z.object({ type: z.literal('TYPING_INDICATOR'), senderId: userId, isTyping: z.boolean() }),
  /** To every socket of both members: `userId` has reacted to a message, or removed the reaction (`emoji: null`). */
  z.object({
    type: z.literal('REACTION'),
    messageId: z.int(),
    /** The other member of the conversation, as seen by the user who gets the frame. */
    partnerId: userId,
    userId,
    emoji: z.nullable(reactionEmoji),
    /** All reactions to the message after the change. A frame with a lower `rev` than a known one is out of date. */
    reactions: z.array(Reaction),
    rev: z.int(),
  }),
  /** To every socket of both members: the sender has deleted a message. Its kind is `deleted` now. */
  z.object({
    type: z.literal('MESSAGE_DELETED'),
    /** The other member of the conversation, as seen by the user who gets the frame. */
    partnerId: userId,
    messageId: z.int(),
    seq: z.int(),
  }),
  /**
   * A match has come online or gone offline. After CONNECTED the server names the matches that are online. All others
   * are offline or do not show it. At most ONLINE_STALE_MS out of date.
   */
  z.object({ type: z.literal('PRESENCE'), userId, online: z.boolean() }),
  /** Another user has blocked you: the match and the conversation are gone. */
  z.object({ type: z.literal('USER_BLOCKED'), blockedBy: userId }),
  /** To every socket of the user who blocks. */
  z.object({ type: z.literal('BLOCK_CONFIRMED'), blockedUserId: userId }),
  /** To every socket of the user who ends a block. The other user gets no frame. */
  z.object({ type: z.literal('BLOCK_REMOVED'), unblockedUserId: userId }),
  /** The other user has withdrawn the like or deleted the account. */
  z.object({ type: z.literal('MATCH_ENDED'), userId }),
  /** You and the other user match again soon after the match ended. Refetch without the overlay of NEW_MATCH. */
  z.object({ type: z.literal('MATCH_RESTORED'), userId }),
  /**
   * The previous frame was malformed, or the server could not handle it. Only responses to SEND_MESSAGE have the
   * optional fields.
   */
  z.object({
    type: z.literal('ERROR'),
    code: z.string(),
    message: z.string(),
    /** Id of the message that was not sent. */
    clientMessageId: z.optional(clientMessageId),
    /** The status that POST /api/messages would have responded with. */
    status: z.optional(z.int()),
    /** Before this time the server refuses further attempts too. */
    retryAfterSeconds: z.optional(z.int()),
    /** Code of the error, as in an error response, such as NO_FIRST_MESSAGES_LEFT. */
    reason: z.optional(z.string()),
  }),
  /** Shows that the connection is alive. */
  z.object({ type: z.literal('HEARTBEAT'), reconnectWithinMs }),
  /** Pushes may be lost: poll until PUSH_RESTORED, then refetch. */
  z.object({ type: z.literal('PUSH_DEGRADED') }),
  /**
   * Pushes arrive again: refetch. It also comes without PUSH_DEGRADED, after another server process has lost pushes.
   */
  z.object({ type: z.literal('PUSH_RESTORED') }),
])
export type ServerFrame = z.infer<typeof ServerFrame>
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>
