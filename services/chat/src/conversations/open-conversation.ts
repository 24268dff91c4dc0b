import type { Conversation } from '../models/conversation.ts'

/** Filter for open conversations, equal to `isOpen`. */
export const OPEN = { matched: true, 'blockedBy.0': { $exists: false } } as const

/** True while the members are matched and neither has blocked the other. */
export function isOpen({ matched, blockedBy }: Pick<Conversation, 'matched' | 'blockedBy'>): boolean {
  return matched && blockedBy.length === 0
}
