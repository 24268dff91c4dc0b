import type { Message } from '@zing/proto/messages'
import type { PageRecord } from '../history.ts'
import type { FinalConversation, Sent } from './messages/messages.ts'
import type { Violation } from './violation.ts'

type Confirmed = Pick<Sent, 'outcome' | 'ids' | 'to'>

/**
 * Each page read during the run is a stretch of the final list without a gap (INV-4). It holds all messages confirmed
 * before its request (INV-1). `sent` are the messages of this conversation.
 */
export function checkPages({ members, lists }: FinalConversation, pages: PageRecord[], sent: Confirmed[]): Violation[] {
  const violations: Violation[] = []
  for (const [index, reader] of members.entries()) {
    const list = lists[index] ?? []
    const confirmed = confirmedSeqs(list, sent)
    for (const page of pages) {
      if (page.reader !== reader || page.partner !== members[1 - index]) continue
      const problem = problemOf(page, list)
      if (problem) violations.push({ invariant: 'INV-4', text: `${describe(page)}: ${problem}` })
      const missing = missingIn(page, confirmed)
      if (missing)
        violations.push({ invariant: 'INV-1', text: `${describe(page)} lacks the confirmed message ${missing}` })
    }
  }
  return violations
}

function describe({ reader, partner, from }: PageRecord): string {
  return `page of ${reader} with ${partner} at ${from} ms`
}

function problemOf({ after, limit, isNewest, messages }: PageRecord, list: Message[]): string | null {
  for (const [index, message] of messages.entries()) {
    const expected = list[after + index]
    if (message.seq !== after + index + 1) return `seq ${message.seq} stands at ${after + index + 1}`
    if (!expected) return `message ${message.id} was never stored`
    if (!isSame(message, expected)) return `message ${message.id} with seq ${message.seq} is ${expected.id} now`
  }
  return isNewest && messages.length < limit && after > 0 ? `${messages.length} messages, from ${after + 1}` : null
}

function isSame(one: Message, other: Message): boolean {
  return (
    one.id === other.id &&
    one.senderId === other.senderId &&
    one.receiverId === other.receiverId &&
    one.content === other.content &&
    one.createdAt === other.createdAt &&
    one.clientMessageId === other.clientMessageId
  )
}

interface ConfirmedSeq {
  seq: number
  /** Time of the confirmation. */
  to: number
}

/** Highest confirmed seqs, and the times from which a page must hold them; both rise. */
function confirmedSeqs(list: Message[], sent: Confirmed[]): ConfirmedSeq[] {
  const seqOf = new Map(list.map(({ id, seq }) => [id, seq]))
  const rising: ConfirmedSeq[] = []
  for (const {
    outcome,
    ids: [id = 0],
    to,
  } of sent.toSorted((a, b) => a.to - b.to)) {
    const seq = seqOf.get(id)
    if (outcome === 'ok' && seq !== undefined && seq > (rising.at(-1)?.seq ?? 0)) rising.push({ seq, to })
  }
  return rising
}

/** The newest confirmed seq that the page should hold and does not. */
function missingIn({ from, after, limit, messages }: PageRecord, confirmed: ConfirmedSeq[]): number | null {
  const newest = confirmed.findLast(({ to }) => to < from)?.seq ?? 0
  const end = after + messages.length
  return end < newest && messages.length < limit ? newest : null
}
