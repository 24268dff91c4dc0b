import { isOpen } from '../conversations/open-conversation.ts'
import type { Conversation } from '../models/conversation.ts'
import { type NumberedMessage, withSeq } from './message-view.ts'

/**
 * A message is stored once per key (INV-2), which consists of its sender and its clientMessageId. The rules:
 *
 * - Same key again: the response is the stored message, also if the content is different now.
 * - A stored key is in `messages`, or among the last RECENT_KEYS of its conversation. The commit refuses the latter.
 * - A key that is newer than a seq which the client knew (`afterSeq`) needs no lookup in `messages`: see `seqsWithKnownKeys`.
 * - Unknown outcome, since the result of the write was lost: the client repeats the key, and one of these rules applies.
 * - Without a key, every request is a new message.
 */
export const RECENT_KEYS = 200

/** More pending messages take no further one, until they are flushed. */
export const PENDING_MAX = 200

/**
 * The seqs of a conversation at which `recent` alone tells whether a key is stored. A key that was created after message n can
 * only be stored above n, and `recent` has the keys of the last RECENT_KEYS messages. Below n, the client knows another state
 * than what is stored, as after a restored backup.
 */
export function seqsWithKnownKeys(afterSeq: number): { $gte: number; $lte: number } {
  return { $gte: afterSeq, $lte: afterSeq + RECENT_KEYS }
}

export type Rejection =
  | { kind: 'repeated'; message: NumberedMessage }
  | { kind: 'blocked' }
  /** Perhaps the match has not arrived yet. */
  | { kind: 'unmatched' }
  | { kind: 'full' }
  /** The key is in `recent` and was flushed, or the conversation was in another state than the commit required. */
  | { kind: 'retry' }

/** Explains a commit that changed nothing, by the conversation as it was read after it. */
export function explainRejection(conversation: Conversation | null, key: string | null | undefined): Rejection {
  if (!conversation || !isOpen(conversation)) return { kind: conversation?.blockedBy.length ? 'blocked' : 'unmatched' }
  const message = withSeq(conversation).find((pending) => key && pending.key === key)
  if (message) return { kind: 'repeated', message }
  return { kind: conversation.pending.length >= PENDING_MAX ? 'full' : 'retry' }
}
