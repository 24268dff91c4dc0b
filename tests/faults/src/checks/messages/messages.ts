import type { Message } from '@zing/proto/messages'
import type { Outcome } from '../../history.ts'
import type { Violation } from '../violation.ts'

export interface Sent {
  /** Null for a message that is sent once and never repeated. */
  key: string | null
  /** Unique, so it identifies the message. Empty for a voice message, which its medium identifies. */
  content: string
  sender: number
  receiver: number
  /** Start of the first attempt and end of the attempt with a certain outcome. */
  from: number
  to: number
  outcome: Outcome
  ids: number[]
  /** The seqs in the responses, as many as `ids`. */
  seqs: number[]
  /** Sent by the client with the message. */
  afterSeq?: number | undefined
  /** The photo, whose caption is `content`, or the recording. */
  mediaId?: number
}

/** The final messages of a conversation, oldest first, in one list for each member. */
export interface FinalConversation {
  members: [number, number]
  lists: [Message[], Message[]]
}

/** Compares the sent messages with both members' lists: nothing lost, doubled or reordered (INV-1, 2, 4, 6). */
export function checkMessages({ members, lists: [one, other] }: FinalConversation, sent: Sent[]): Violation[] {
  const name = members.join(':')
  const own = sent.filter(({ sender, receiver }) => members.includes(sender) && members.includes(receiver))
  const copies = Map.groupBy([...one, ...other], identityOf) // once: an hour has 100,000 messages
  return [
    ...checkSameLists(name, one, other),
    ...checkSeqs(name, one),
    ...own.flatMap((message) => checkSent(name, message, copies.get(identityOfSent(message)) ?? [])),
    ...checkOrder(name, one, own),
  ]
}

function checkSameLists(name: string, one: Message[], other: Message[]): Violation[] {
  const ids = (list: Message[]) => list.map(({ id, seq }) => `${seq}:${id}`).join()
  if (ids(one) === ids(other)) return []
  return [
    {
      invariant: 'INV-4',
      text: `${name}: its members read ${one.length} and ${other.length} messages, or in another order`,
    },
  ]
}

function checkSeqs(name: string, list: Message[]): Violation[] {
  const wrong = list.findIndex(({ seq }, index) => seq !== index + 1)
  if (wrong < 0) return []
  return [{ invariant: 'INV-4', text: `${name}: message ${wrong + 1} has seq ${list[wrong]?.seq}` }]
}

function identityOf(message: Message): string {
  const { kind, senderId } = message
  if (kind === 'voice') return `${senderId} voice ${message.mediaId}`
  return `${senderId} text ${kind === 'photo' ? message.caption : message.content}`
}

function identityOfSent({ content, sender, mediaId }: Sent): string {
  return content === '' ? `${sender} voice ${mediaId}` : `${sender} text ${content}`
}

/** `copies` are from the lists of both members, so a stored message is there twice. Only the sender's copy has the key. */
function checkSent(name: string, sent: Sent, copies: Message[]): Violation[] {
  const { key, content, outcome, ids, seqs } = sent
  const stored = new Set(copies.map(({ id }) => id))
  const confirmed = new Set(ids)
  const what = key ? `key ${key}` : `"${content}"`
  const violations: Violation[] = []
  if (stored.size > 1 || confirmed.size > 1) {
    violations.push({
      invariant: 'INV-2',
      text: `${name}: ${what} made messages ${[...new Set([...stored, ...confirmed])].join(', ')}`,
    })
  }
  if (outcome === 'ok' && [...confirmed].some((id) => !stored.has(id))) {
    violations.push({
      invariant: 'INV-1',
      text: `${name}: message ${[...confirmed].join(', ')} was confirmed and is lost, or another one`,
    })
  }
  const wrongSeq = seqs.find((seq) => copies.length > 0 && copies.every((copy) => copy.seq !== seq))
  if (wrongSeq !== undefined) {
    violations.push({
      invariant: 'INV-4',
      text: `${name}: ${what} was confirmed with seq ${wrongSeq} and is stored with ${copies[0]?.seq}`,
    })
  }
  if (outcome === 'fail' && stored.size > 0) {
    violations.push({ invariant: 'INV-6', text: `${name}: ${what} was rejected and is stored` })
  }
  const keys = new Set(copies.flatMap(({ clientMessageId }) => clientMessageId ?? []))
  if (key && stored.size > 0 && !keys.has(key)) {
    violations.push({ invariant: 'INV-2', text: `${name}: ${what} is stored without its key` })
  }
  return violations
}

/** A message sent after the confirmation of another one has a higher seq. */
function checkOrder(name: string, list: Message[], sent: Sent[]): Violation[] {
  const seqOf = new Map(list.map(({ id, seq }) => [id, seq]))
  const confirmed = sent
    .flatMap(({ outcome, from, to, ids: [id] }) => {
      const seq = id === undefined ? undefined : seqOf.get(id)
      return outcome === 'ok' && seq !== undefined ? [{ seq, from, to }] : []
    })
    .toSorted((a, b) => b.seq - a.seq)
  let earliestEnd = Number.POSITIVE_INFINITY // the earliest end among messages with a higher seq
  for (const { seq, from, to } of confirmed) {
    if (earliestEnd < from)
      return [{ invariant: 'INV-4', text: `${name}: seq ${seq} was sent after a higher one was confirmed` }]
    earliestEnd = Math.min(earliestEnd, to)
  }
  return []
}
