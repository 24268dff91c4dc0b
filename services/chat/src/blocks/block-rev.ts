import { sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'

/** Counts the blocks by a member, and their ends. Replicas use it to order the events, which may arrive in any order. */
export function blockRevOf(conversation: Pick<Conversation, 'members' | 'blockRev'> | null, userId: number): number {
  return conversation?.blockRev?.[sideOf(conversation, userId)] ?? 0
}

export function blockRevKey(conversation: Pick<Conversation, 'members'>, userId: number): string {
  return `blockRev.${sideOf(conversation, userId)}`
}

/** The filter for conversations with that rev. */
export function hasBlockRev(conversation: Pick<Conversation, 'members'>, userId: number, rev: number) {
  return { [blockRevKey(conversation, userId)]: rev === 0 ? { $exists: false } : rev }
}
