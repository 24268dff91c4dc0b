import type { Conversation } from '../models/conversation.ts'

/** The filter for open conversations, as `isOpen`. */
export const OPEN = { matched: true, 'blockedBy.0': { $exists: false } } as const

/** True while the members are matched and no block is between them. */
export function isOpen({ matched, blockedBy }: Pick<Conversation, 'matched' | 'blockedBy'>): boolean {
  return matched && blockedBy.length === 0
}
