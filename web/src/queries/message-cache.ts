import type { InfiniteData } from '@tanstack/react-query'
import type { DeliveryStatus, Message } from '@zing/proto/messages'

export type MessagePages = InfiniteData<Message[], number>

const ORDER: DeliveryStatus[] = ['sent', 'delivered', 'read']

/** Returns the further status, because receipts may arrive out of order. */
export function laterStatus(a: DeliveryStatus, b: DeliveryStatus): DeliveryStatus {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b
}

/** Puts a message into the newest page; null if there is a gap before it and the page must be fetched. */
export function withMessage(pages: MessagePages, message: Message): MessagePages | null {
  const [newest = [], ...older] = pages.pages
  const known = newest.find(({ id }) => id === message.id)
  if (known) {
    const merged = newest.map((one) =>
      one.id === message.id ? { ...message, ...withStatus(message, one.status) } : one,
    )
    return { ...pages, pages: [merged, ...older] }
  }
  const last = newest.at(-1)?.seq ?? (older.length === 0 ? message.seq - 1 : 0)
  if (message.seq > last + 1 || message.seq <= last) return null
  return { ...pages, pages: [[...newest, message], ...older] }
}

/** Merges a fetched conversation with newer frames: no message disappears and no status goes back. */
export function mergeFetched(before: MessagePages | undefined, fetched: MessagePages): MessagePages {
  const [newest, ...older] = fetched.pages
  const known = before?.pages[0]
  if (!newest || !known) return fetched
  const last = newest.at(-1)?.seq ?? 0
  const statuses = new Map(known.map(({ id, status }) => [id, status]))
  const merged = newest.map((message) => ({ ...message, ...withStatus(message, statuses.get(message.id) ?? 'sent') }))
  return { ...fetched, pages: [[...merged, ...known.filter(({ seq }) => seq > last)], ...older] }
}

/** Raises the messages of `senderId` up to `seq` to at least this status. */
export function withReceipt(
  pages: MessagePages,
  senderId: number,
  upToSeq: number,
  status: DeliveryStatus,
): MessagePages {
  const mark = (message: Message) =>
    message.senderId === senderId && message.seq <= upToSeq ? { ...message, ...withStatus(message, status) } : message
  return { ...pages, pages: pages.pages.map((page) => page.map(mark)) }
}

function withStatus(message: Message, status: DeliveryStatus): Pick<Message, 'status' | 'read'> {
  const later = laterStatus(message.status, status)
  return { status: later, read: later === 'read' }
}
