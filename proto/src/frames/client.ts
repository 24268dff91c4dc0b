import { z } from 'zod/mini'
import { clientMessageId, positiveId, upToSeq } from '../fields.ts'
import { hasContent, messageFields } from '../message-fields.ts'

export const ClientFrame = z.discriminatedUnion('type', [
  /** Must name the user of the session: the server responds with CONNECTED each time, or closes with 1008. */
  z.object({ type: z.literal('AUTH'), userId: positiveId('Invalid user ID'), withVersions: z.optional(z.boolean()) }),
  /** Forwarded to a match; dropped for any other recipient. */
  z.object({
    type: z.literal('TYPING_INDICATOR'),
    recipientId: positiveId('Invalid recipient ID'),
    isTyping: z.boolean(),
  }),
  /** Equivalent to POST /api/messages/{senderId}/read. */
  z.object({
    type: z.literal('MARK_READ'),
    senderId: positiveId('Invalid sender ID'),
    upToSeq: z.optional(upToSeq),
  }),
  /** Validated without any effect: the server pushes messages by itself. */
  z.object({
    type: z.literal('MESSAGE_NOTIFICATION'),
    receiverId: positiveId('Invalid receiver ID'),
    messageId: positiveId('Invalid message ID'),
  }),
  /** Confirms that this device has received the partner's messages up to `seq`. */
  z.object({
    type: z.literal('MESSAGE_RECEIVED'),
    partnerId: positiveId('Invalid partner ID'),
    seq: positiveId('Invalid seq'),
  }),
  /**
   * Equivalent to POST /api/messages, with the same rules and limits. Accepted after AUTH only. The server responds
   * with MESSAGE_SENT, or with ERROR and the same `clientMessageId`. Without a response the outcome is unknown: retry
   * with the same id, over either transport.
   */
  z.object({ type: z.literal('SEND_MESSAGE'), clientMessageId, ...messageFields }).check(hasContent),
  /** The server responds with BLOCK_CONFIRMED. Idempotent: the client resends it until then. */
  z.object({ type: z.literal('BLOCK_USER'), blockedUserId: positiveId('Invalid blocked ID') }),
])
export type ClientFrame = z.infer<typeof ClientFrame>
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>
