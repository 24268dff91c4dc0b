import { z } from 'zod/mini'
import { clientMessageId, deliveryStatus, isoTime } from './fields.ts'

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
})

/** By `kind`. A further kind is a further variant; messages stored without a kind are text. */
export const Message = z.discriminatedUnion('kind', [TextMessage])
export type Message = z.infer<typeof Message>
export type DeliveryStatus = z.infer<typeof deliveryStatus>

export const Conversation = z.object({
  partnerId: z.int(),
  lastMessage: z.nullable(Message),
  unread: z.int(),
})
export type Conversation = z.infer<typeof Conversation>
