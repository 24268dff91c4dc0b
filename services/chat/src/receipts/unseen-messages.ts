import type { ServerFrame } from '@zing/proto/frames/server'
import { isHeldBack } from '../holds/hold.ts'
import { type NumberedMessage, statusOf, withSeq } from '../messages/message-view.ts'
import type { WithPending } from '../models/conversation.ts'

/** Returns the oldest pending message that no device of its receiver has confirmed. */
export function firstUnseen(conversation: WithPending): NumberedMessage | undefined {
  return withSeq(conversation).find(
    (message) => statusOf(conversation, message) === 'sent' && !isHeldBack(conversation, message),
  )
}

/** A device of the receiver has the messages of the sender up to `seq`. */
export interface Receipt {
  senderId: number
  receiverId: number
  seq: number
}

/** Returns the receipt in a pushed frame. Null for other frames, and for the frame to the reader's own tabs. */
export function receiptIn(userId: number, frame: ServerFrame): Receipt | null {
  if (frame.type === 'MESSAGE_DELIVERED') return { senderId: userId, receiverId: frame.receiverId, seq: frame.seq }
  if (frame.type !== 'MESSAGES_READ' || frame.senderId !== userId) return null
  return { senderId: userId, receiverId: frame.readBy, seq: frame.upToSeq }
}
