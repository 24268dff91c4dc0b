import { z } from 'zod/mini'
import { clientMessageId, deliveryStatus, isoTime, mediaKind } from './fields.ts'

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
  /** At most QUOTE_MAX characters: of the text, or of a caption. */
  content: z.string(),
  /** Absent: a text. */
  kind: z.optional(mediaKind),
})
export type Quote = z.infer<typeof Quote>

const common = {
  id: z.int(),
  /** Position in the conversation: 1, 2, 3 … without gaps, the same for both members. */
  seq: z.int(),
  senderId: z.int(),
  receiverId: z.int(),
  /** The text. Other kinds have a short English text here, for clients that do not know them. */
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
}

/** A message of plain text. */
export const TextMessage = z.object({ kind: z.literal('text'), ...common })
export type TextMessage = z.infer<typeof TextMessage>

/** `GET /api/media/{mediaId}` has its bytes. */
export const PhotoMessage = z.object({
  kind: z.literal('photo'),
  ...common,
  mediaId: z.int(),
  /** The size of the full photo, in pixels. */
  width: z.int(),
  height: z.int(),
  /** Thumbhash in base64. */
  placeholder: z.string(),
  caption: z.optional(z.string()),
  /** The receiver has never opened a photo of this sender: clients show the placeholder and fetch nothing until the tap. */
  veiled: z.optional(z.literal(true)),
  /** It may be explicit, so the receiver's client shows the placeholder until the tap. Sent to the receiver only. */
  mayBeNude: z.optional(z.literal(true)),
})

/** `GET /api/media/{mediaId}` has its bytes. */
export const VoiceMessage = z.object({
  kind: z.literal('voice'),
  ...common,
  mediaId: z.int(),
  durationMs: z.int(),
  /** PEAKS heights of the waveform, from 0 to 1. */
  peaks: z.array(z.number()),
})

/** Its sender has deleted it. Without reply and reactions. */
export const DeletedMessage = z.object({ kind: z.literal('deleted'), ...common })

/** One variant per `kind`. Messages stored without a kind are text. */
export const Message = z.discriminatedUnion('kind', [TextMessage, PhotoMessage, VoiceMessage, DeletedMessage])
export type Message = z.infer<typeof Message>
export type MessageKind = Message['kind']
export type MediaKind = z.infer<typeof mediaKind>
export type DeliveryStatus = z.infer<typeof deliveryStatus>

export const Conversation = z.object({
  partnerId: z.int(),
  lastMessage: z.nullable(Message),
  unread: z.int(),
  /** A reaction that is newer than the last message, with its message. */
  lastReaction: z.optional(
    z.extend(Reaction, { messageId: z.int(), content: z.string(), kind: z.optional(mediaKind), createdAt: isoTime }),
  ),
})
export type Conversation = z.infer<typeof Conversation>
