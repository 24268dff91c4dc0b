import { z } from 'zod/mini'
import { positiveId } from '../fields.ts'

/** Frames that the client sends. */
export const ClientFrame = z.discriminatedUnion('type', [
  /** Compared with the session: equal is answered by CONNECTED, each time; different closes with 1008. */
  z.object({ type: z.literal('AUTH'), userId: positiveId('Invalid user ID') }),
  /** Passed on to a match; to anybody else, silence. */
  z.object({
    type: z.literal('TYPING_INDICATOR'),
    recipientId: positiveId('Invalid recipient ID'),
    isTyping: z.boolean(),
  }),
  /** As POST /api/messages/{senderId}/read. */
  z.object({ type: z.literal('MARK_READ'), senderId: positiveId('Invalid sender ID') }),
  /** Checked and otherwise needless: the server pushes by itself. */
  z.object({
    type: z.literal('MESSAGE_NOTIFICATION'),
    receiverId: positiveId('Invalid receiver ID'),
    messageId: positiveId('Invalid message ID'),
  }),
  /** This device has everything from that partner up to `seq`. */
  z.object({
    type: z.literal('MESSAGE_RECEIVED'),
    partnerId: positiveId('Invalid partner ID'),
    seq: positiveId('Invalid seq'),
  }),
  /** Answered by BLOCK_CONFIRMED; idempotent, so it is resent until confirmed. */
  z.object({ type: z.literal('BLOCK_USER'), blockedUserId: positiveId('Invalid blocked ID') }),
])
export type ClientFrame = z.infer<typeof ClientFrame>
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>
