import { otherSide, partnerOf, type Side, sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'

type Holding = Pick<Conversation, 'members' | 'hold'>

/** Returns the last seq that a hold hides from a member: 0 without a hold, infinite while it is open. */
export function hiddenUpTo({ hold }: Pick<Holding, 'hold'>, viewerId: number): number {
  if (!hold || hold.senderId === viewerId) return 0
  return hold.isOpen ? Number.POSITIVE_INFINITY : hold.upTo
}

/** Returns, for the frame of a receipt, the last message hidden from the receiver. */
export function notCovered(
  conversation: Pick<Holding, 'hold'>,
  { receiverId, seq }: { receiverId: number; seq: number },
): { afterSeq?: number } {
  const afterSeq = Math.min(hiddenUpTo(conversation, receiverId), seq)
  return afterSeq > 0 ? { afterSeq } : {}
}

/** True if the receiver of a message does not see it. */
export function isHeldBack(conversation: Holding, { senderId, seq }: { senderId: number; seq: number }): boolean {
  return seq <= hiddenUpTo(conversation, partnerOf(conversation, senderId))
}

/** Counts the messages whose deletion the conversation has noted. */
export function countDeleted({ deletedIds }: Pick<Conversation, 'deletedIds'>, messages: { id: number }[]): number {
  return messages.filter(({ id }) => deletedIds?.includes(id)).length
}

/** Returns the side of the member to whom the held messages were sent. */
export function receiverSideOf(conversation: Pick<Holding, 'members'>, { senderId }: { senderId: number }): Side {
  return otherSide(sideOf(conversation, senderId))
}
