import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { ModeratedUser } from './moderated-user.ts'

/** Reasons to hold a first message: like others of its sender it has a link, or it has their text. */
export const HOLD_REASONS = ['links', 'same-text'] as const
export const HoldReason = z.enum(HOLD_REASONS)
export type HoldReason = z.infer<typeof HoldReason>

/** A message that its receiver sees only after a moderator has released it. */
export const HeldMessage = z.object({
  id: z.int(),
  receiver: ModeratedUser,
  reason: HoldReason,
  content: z.string(),
  createdAt: isoTime,
})
export type HeldMessage = z.infer<typeof HeldMessage>

/** A sender with held messages, oldest first: whole conversations, up to HELD_MESSAGES_MAX messages. */
export const HeldSender = z.object({
  user: ModeratedUser,
  messages: z.array(HeldMessage),
  /** Counts all held messages of the sender. */
  count: z.int(),
})
export type HeldSender = z.infer<typeof HeldSender>

/** `release` shows the messages to their receivers; `reject` hides them for good and opens a case about the sender. */
const HELD_ACTIONS = ['release', 'reject'] as const
export const HeldAction = z.enum(HELD_ACTIONS, 'Invalid action')
export type HeldAction = z.infer<typeof HeldAction>
