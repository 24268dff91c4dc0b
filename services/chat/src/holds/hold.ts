import { otherSide, partnerOf, type Side, sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'

type Holding = Pick<Conversation, 'members' | 'hold'>

/** The seq up to which a member does not see the messages of a conversation: 0 without a hold, infinite while it is open. */
export function hiddenUpTo({ hold }: Pick<Holding, 'hold'>, viewerId: number): number {
  if (!hold || hold.senderId === viewerId) return 0
  return hold.isOpen ? Number.POSITIVE_INFINITY : hold.upTo
}

/** What a receipt up to `seq` does not cover, for its frame: the messages that the receiver does not see. */
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

/** The member to whom the messages of a hold were sent. */
export function receiverSideOf(conversation: Pick<Holding, 'members'>, { senderId }: { senderId: number }): Side {
  return otherSide(sideOf(conversation, senderId))
}
