import type { FrameRecord } from '../../history.ts'
import type { Violation } from '../violation.ts'
import type { FinalConversation } from './messages.ts'

/** Each message pushed to a member is in the final list, with the same id and seq (INV-9). */
export function checkFrames({ members, lists: [list] }: FinalConversation, frames: FrameRecord[]): Violation[] {
  return frames.flatMap(({ user, at, frame }) => {
    if (frame.type !== 'NEW_MESSAGE' && frame.type !== 'MESSAGE_SENT') return []
    const { id, seq, senderId, receiverId, content } = frame.message
    if (!members.includes(senderId) || !members.includes(receiverId)) return []
    const stored = list[seq - 1]
    const isStored = stored?.id === id && stored.senderId === senderId && stored.content === content
    const isForUser = user === (frame.type === 'NEW_MESSAGE' ? receiverId : senderId)
    if (isStored && isForUser) return []
    const text = `${frame.type} to ${user} at ${at} ms: message ${id} with seq ${seq} is ${isForUser ? `${stored?.id} now` : 'not for this user'}`
    return [{ invariant: 'INV-9', text }]
  })
}
