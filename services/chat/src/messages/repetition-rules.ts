import { isOpen } from '../conversations/open-conversation.ts'
import type { Conversation } from '../models/conversation.ts'
import { type NumberedMessage, withSeq } from './message-view.ts'

/**
 * A message is stored once per key (INV-2). The key is its sender with its clientMessageId. The rules:
 *
 * - A repeated key gets the stored message, even if the content differs.
 * - A stored key is in `messages`, or among the last RECENT_KEYS of its conversation, which the commit refuses.
 * - A key that is newer than a seq of the client (`afterSeq`) needs no lookup in `messages`: see `seqsWithKnownKeys`.
 * - After an unknown outcome the client repeats the key, and one of these rules applies.
 * - Without a key, every request is a new message.
 */
export const RECENT_KEYS = 200

/** A conversation with this many pending messages takes no more until they are flushed. */
export const PENDING_MAX = 200

/**
 * Returns the seqs at which `recent` alone tells whether a key is stored. A key created after message n can only be stored
 * above n, and `recent` has the last RECENT_KEYS keys. Below n the stored state is not the client's, for example after a
 * restored backup.
 */
export function seqsWithKnownKeys(afterSeq: number): { $gte: number; $lte: number } {
  return { $gte: afterSeq, $lte: afterSeq + RECENT_KEYS }
}

export type Rejection =
  | { kind: 'repeated'; message: NumberedMessage }
  | { kind: 'blocked' }
  /** The match may not have arrived yet. */
  | { kind: 'unmatched' }
  | { kind: 'full' }
  /** The key was flushed and is in `recent`, or the conversation was not in the required state. */
  | { kind: 'retry' }

/** Explains a commit that changed nothing, from the conversation as read after it. */
export function explainRejection(conversation: Conversation | null, key: string | null | undefined): Rejection {
  if (!conversation || !isOpen(conversation)) return { kind: conversation?.blockedBy.length ? 'blocked' : 'unmatched' }
  const message = withSeq(conversation).find((pending) => key && pending.key === key)
  if (message) return { kind: 'repeated', message }
  return { kind: conversation.pending.length >= PENDING_MAX ? 'full' : 'retry' }
}
