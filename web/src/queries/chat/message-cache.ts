import type { InfiniteData } from '@tanstack/react-query'
import type { DeliveryStatus, Message, ReactionEmoji } from '@zing/proto/messages'

export type MessagePages = InfiniteData<Message[], number>

/** Messages that this device has kept and the server has not confirmed since: a fetched page replaces them. */
export const keptMessages = new WeakSet<Message>()

const ORDER: DeliveryStatus[] = ['sent', 'delivered', 'read']

/** Returns the further status, because receipts may arrive out of order. */
export function laterStatus(a: DeliveryStatus, b: DeliveryStatus): DeliveryStatus {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b
}

/** Puts a message into the newest page; null if a gap requires a fetch of the page. */
export function withMessage(pages: MessagePages, message: Message): MessagePages | null {
  const [newest = [], ...older] = pages.pages
  const known = newest.find(({ id }) => id === message.id)
  if (known) {
    const merged = newest.map((one) => (one.id === message.id ? merge(message, one) : one))
    return { ...pages, pages: [merged, ...older] }
  }
  const last = newest.at(-1)?.seq ?? 0
  if (message.seq > last + 1 || message.seq <= last) return null
  return { ...pages, pages: [[...newest, message], ...older] }
}

/**
 * Merges a fetched conversation with newer frames: no message disappears, and neither status nor reactions go back.
 * Kept messages are older than the fetch, so what it lacks of them is gone.
 */
export function mergeFetched(before: MessagePages | undefined, fetched: MessagePages): MessagePages {
  const [newest, ...older] = fetched.pages
  const known = before?.pages[0]
  if (!newest || !known) return fetched
  const last = newest.at(-1)?.seq ?? 0
  const byId = new Map(known.map((message) => [message.id, message]))
  const merged = newest.map((message) => merge(message, byId.get(message.id) ?? message))
  const newer = known.filter((message) => message.seq > last && !keptMessages.has(message))
  return { ...fetched, pages: [[...merged, ...newer], ...older] }
}

export interface SeqRange {
  /** Last message hidden from the receiver; missing if they see all. */
  afterSeq?: number | undefined
  seq: number
}

export function isWithin({ afterSeq = 0, seq: upToSeq }: SeqRange, { seq }: Pick<Message, 'seq'>): boolean {
  return seq > afterSeq && seq <= upToSeq
}

/** Raises the messages of `senderId` in a range to at least this status. */
export function withReceipt(
  pages: MessagePages,
  senderId: number,
  range: SeqRange,
  status: DeliveryStatus,
): MessagePages {
  return mapMessages(pages, (message) =>
    message.senderId === senderId && isWithin(range, message)
      ? { ...message, ...withStatus(message, status) }
      : message,
  )
}

/** All reactions to a message, as a frame names them; an older frame than a known state changes nothing. */
export function withReactions(
  pages: MessagePages,
  { messageId, reactions, rev }: { messageId: number; reactions: Message['reactions']; rev: number },
): MessagePages {
  return mapMessages(pages, (message) =>
    message.id === messageId && rev > (message.reactionRev ?? 0)
      ? { ...message, reactions, reactionRev: rev }
      : message,
  )
}

/** Shows one user's reaction before the server confirms it; any newer frame or fetched page replaces it. */
export function withOwnReaction(
  pages: MessagePages,
  messageId: number,
  { userId, emoji }: { userId: number; emoji: ReactionEmoji | null },
): MessagePages {
  return mapMessages(pages, (message) => {
    if (message.id !== messageId) return message
    const others = (message.reactions ?? []).filter((one) => one.userId !== userId)
    return { ...message, reactions: emoji ? [...others, { userId, emoji }] : others }
  })
}

export function mapMessages(pages: MessagePages, change: (message: Message) => Message): MessagePages {
  return { ...pages, pages: pages.pages.map((page) => page.map(change)) }
}

/** The arrived message, with the later status and reactions of the known copy. A deleted one stays deleted. */
function merge(message: Message, known: Message): Message {
  if (known.kind === 'deleted') return { ...known, ...withStatus(message, known.status) }
  const { reactions, reactionRev = 0 } = known
  const isFurther = reactionRev > (message.reactionRev ?? 0)
  return { ...message, ...withStatus(message, known.status), ...(isFurther && { reactions, reactionRev }) }
}

function withStatus(message: Message, status: DeliveryStatus): Pick<Message, 'status' | 'read'> {
  const later = laterStatus(message.status, status)
  return { status: later, read: later === 'read' }
}
