import type { ServerFrame } from '@zing/proto/frames/server'
import type { Message } from '@zing/proto/messages'

/** Status of a message that its sender sees. */
export type Status = Message['status']
const RANK: Status[] = ['sent', 'delivered', 'read']

export interface Shown {
  id: number
  seq: number
  senderId: number
  status: Status
}

/**
 * The messages of a conversation in one client, built from pages and frames, without gaps. When a frame leaves a gap,
 * the client does not show it, and fetches the missing messages.
 */
export function createShownList(userId: number, partnerId: number) {
  const shown: Shown[] = []
  const problems: string[] = []
  // a receipt may arrive before the page with its message
  const upTo = { sent: 0, delivered: 0, read: 0 }

  function lastSeq(): number {
    return shown.at(-1)?.seq ?? 0
  }

  function add({ id, seq, senderId, status }: Message): void {
    const known = shown[seq - 1]
    if (!known) {
      if (seq !== lastSeq() + 1) return
      const added = { id, seq, senderId, status }
      shown.push(added)
      if (senderId === userId) for (const receipt of RANK) if (seq <= upTo[receipt]) raise(added, receipt)
      return
    }
    if (known.id !== id) problems.push(`message ${known.id} with seq ${seq} became message ${id}`)
    raise(known, status)
  }

  function raise(message: Shown, status: Status): void {
    if (RANK.indexOf(status) > RANK.indexOf(message.status)) message.status = status
  }

  function raiseOwn(upToSeq: number, status: Status): void {
    upTo[status] = Math.max(upTo[status], upToSeq)
    for (const message of shown) if (message.senderId === userId && message.seq <= upToSeq) raise(message, status)
  }

  return {
    shown,
    problems,
    lastSeq,

    /** Seq up to which no status can change any more. */
    readSeq(): number {
      const first = shown.find(({ senderId, status }) => senderId === userId && status !== 'read')
      return first ? first.seq - 1 : lastSeq()
    },

    /** Applies the page after the seq `after`. */
    addPage(after: number, messages: Message[]): void {
      const first = messages[0]
      if (after > 0 && first && first.seq !== after + 1) problems.push(`a page after ${after} begins with ${first.seq}`)
      for (const [index, message] of messages.entries()) {
        const previous = messages[index - 1]
        if (previous && message.seq !== previous.seq + 1) problems.push(`seq ${message.seq} follows ${previous.seq}`)
        add(message)
      }
    },

    /** Applies a frame; returns true if messages are missing and must be fetched. */
    addFrame(frame: ServerFrame): boolean {
      if (frame.type === 'NEW_MESSAGE' || frame.type === 'MESSAGE_SENT') {
        const { message } = frame
        const partner = message.senderId === userId ? message.receiverId : message.senderId
        if (partner !== partnerId) return false
        add(message)
        return message.seq > lastSeq()
      }
      if (frame.type === 'MESSAGE_DELIVERED' && frame.receiverId === partnerId) raiseOwn(frame.seq, 'delivered')
      if (frame.type === 'MESSAGES_READ' && frame.readBy === partnerId) raiseOwn(frame.upToSeq, 'read')
      return false
    },
  }
}
export type ShownList = ReturnType<typeof createShownList>
