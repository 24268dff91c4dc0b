import { z } from 'zod/mini'
import { clientMessageId, deliveryStatus, isoTime } from './fields.ts'

/** The emoji that members of a conversation can choose as a reaction. */
export const REACTIONS = ['❤️', '😂', '😮', '😢', '👍', '🔥'] as const
export const reactionEmoji = z.enum(REACTIONS, 'Invalid reaction')
export type ReactionEmoji = z.infer<typeof reactionEmoji>

/** The reaction of one member; each member has at most one per message. */
export const Reaction = z.object({ userId: z.int(), emoji: reactionEmoji })
export type Reaction = z.infer<typeof Reaction>

/** The start of another message of the conversation, as it was when the reply was sent. */
export const Quote = z.object({
  id: z.int(),
  seq: z.int(),
  senderId: z.int(),
  /** At most QUOTE_MAX characters. */
  content: z.string(),
})
export type Quote = z.infer<typeof Quote>

/** A message of plain text. */
export const TextMessage = z.object({
  kind: z.literal('text'),
  id: z.int(),
  /** Position in the conversation: 1, 2, 3 … without gaps, the same for both members. */
  seq: z.int(),
  senderId: z.int(),
  receiverId: z.int(),
  content: z.string(),
  createdAt: isoTime,
  read: z.boolean(),
  status: deliveryStatus,
  /** Sent to the sender only. */
  clientMessageId: z.optional(clientMessageId),
  /** The message that this one answers. */
  replyTo: z.optional(Quote),
  /** Absent if there are none. */
  reactions: z.optional(z.array(Reaction)),
  /** Rises with each change of the reactions; absent: 0. The copy with the highest number is current. */
  reactionRev: z.optional(z.int()),
})

/** One variant per `kind`. Messages stored without a kind are text. */
export const Message = z.discriminatedUnion('kind', [TextMessage])
export type Message = z.infer<typeof Message>
export type DeliveryStatus = z.infer<typeof deliveryStatus>

export const Conversation = z.object({
  partnerId: z.int(),
  lastMessage: z.nullable(Message),
  unread: z.int(),
  /** A reaction that is newer than the last message, with its message. */
  lastReaction: z.optional(z.extend(Reaction, { messageId: z.int(), content: z.string(), createdAt: isoTime })),
})
export type Conversation = z.infer<typeof Conversation>
