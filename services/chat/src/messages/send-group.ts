import type { BatchItem } from '@zing/kit/keyed-batcher'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { AppError, errors } from '@zing/proto/errors'
import type { Message } from '@zing/proto/messages'
import { pairKey } from '@zing/proto/pair-key'
import type { Committed, Sending } from '../context.ts'
import { fetchPair, readConversation } from '../conversations/find-conversation.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { showHeld } from '../holds/held-messages.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { PENDING_MAX, toCommit } from './commit-messages.ts'
import { fromStored, type NumberedMessage, type Watermarks, withSeq } from './message-view.ts'
import { openingAfter, openingOf } from './opening.ts'
import { pushMessage } from './send-message.ts'

/** Messages that one write commits at most: they share its outcome, and wait for each other. */
export const GROUP_MAX = 16
/** A new match may have to be fetched, then the first messages of both members follow each other. */
const MAX_ATTEMPTS = 5

type Waiting = BatchItem<Sending, Message>

/**
 * Sends the messages that wait for one conversation by one write. A key that is stored, pending or comes twice gets the
 * message that has it, and those past their deadline are rejected before each step: after a fault, work that no client waits
 * for any more would delay what is sent meanwhile.
 */
export async function sendGroup(group: Waiting[]): Promise<void> {
  let waiting = group
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    waiting = rejectLate(waiting)
    const [first] = waiting
    if (!first) return
    waiting = await first.inContext(() => tryToSend(waiting, attempt === 0))
  }
  for (const { reject } of waiting) reject(errors.unavailable())
}

/** Returns the messages that have no outcome yet. Throws what is the outcome of all of them. */
async function tryToSend(group: Waiting[], isFirstAttempt: boolean): Promise<Waiting[]> {
  // the commit's own filter stands for the lookup (decision 0037); an attempt after a rejected one looks up
  const skipsLookup = ({ item }: Waiting) => isFirstAttempt && item.message.key && item.afterSeq !== undefined
  const unstored = await resolveStored(
    group,
    group.flatMap((waiting) => (skipsLookup(waiting) ? [] : (waiting.item.message.key ?? []))),
  )
  for (const { item } of unstored) item.message.id ||= await item.ctx.messageIds.next()

  const { originals, copies } = separateCopies(rejectLate(unstored))
  const [first] = originals
  if (!first) return []
  const together = originals.filter(({ item }) => item.opening === first.item.opening)
  const later = originals.filter(({ item }) => item.opening !== first.item.opening)
  const sendings = together.map(({ item }) => item)
  const afterSeqs = together.flatMap((waiting) => (skipsLookup(waiting) ? (waiting.item.afterSeq ?? []) : []))
  const committed = await commit(first.item, sendings.slice(1), afterSeqs)
  if (!committed) return explainRejection(first.item, [...originals, ...copies])

  first.item.ctx.pendingFlusher.schedule(committed)
  const numbered = sendings.map(({ message }, index) => ({ ...message, seq: committed.firstSeq + index }))
  for (const [index, { item, resolve }] of together.entries()) {
    const message = numbered[index]
    if (message) resolve(pushMessage(item.ctx, committed, message))
  }
  return [...later, ...resolveRepeated(copies, committed, numbered)]
}

/** Commits messages, and shows those that were held until this reply. */
function commit(first: Sending, others: Sending[], afterSeqs: number[]): Promise<Committed | null> {
  const { ctx, receiverId, message, opening } = first
  const write = () => ctx.commit(toCommit(ctx, [first, ...others], afterSeqs))
  if (opening?.kind !== 'reply' || !opening.shown) return write()
  return showHeld(ctx, { _id: pairKey(message.senderId, receiverId), held: opening.shown }, write)
}

/**
 * Resolves the messages whose key is stored already with what is stored, even if the content differs now; not after a
 * block (SEC-63).
 */
async function resolveStored(group: Waiting[], keys: string[]): Promise<Waiting[]> {
  const [first] = group
  if (!first || keys.length === 0) return group
  const { raw } = first.item.ctx.models
  const stored = await raw.messages.find({ key: { $in: keys } }).toArray()
  if (stored.length === 0) return group

  // a client may have used the key in another conversation
  const ids = [...new Set(stored.map(({ conv }) => conv))]
  const found = await raw.conversations.find({ _id: { $in: ids } }, { projection: CONVERSATION_FIELDS }).toArray()
  const conversations = new Map(found.map((conversation) => [conversation._id, conversation]))
  const byKey = new Map(stored.map((message) => [message.key, message]))
  return group.filter(({ item, resolve, reject }) => {
    const message = byKey.get(item.message.key)
    if (!message) return true
    const conversation = conversations.get(message.conv)
    if (conversation && isOpen(conversation)) resolve(pushMessage(item.ctx, conversation, fromStored(message)))
    else reject(errors.mayNotMessage())
    return false
  })
}

/** Explains a commit that changed nothing; returns the messages that may be committed by another attempt. */
async function explainRejection({ ctx, receiverId, message }: Sending, group: Waiting[]): Promise<Waiting[]> {
  const { senderId } = message
  const conversation = await readConversation(ctx, senderId, receiverId)
  if (conversation && isOpen(conversation)) {
    const rest = resolveRepeated(group, conversation, withSeq(conversation))
    const room = PENDING_MAX - conversation.pending.length
    if (room < rest.length) ctx.pendingFlusher.schedule(conversation) // the process that was to flush it may have ended
    for (const { reject } of rest.slice(room)) reject(errors.unavailable())
    return withOpening(conversation, rest.slice(0, room)) // flushed since, or there is room again
  }
  if (conversation && conversation.blockedBy.length > 0) throw errors.mayNotMessage()

  await fetchPair(ctx, senderId, receiverId, conversation !== null)
  const updated = await readConversation(ctx, senderId, receiverId)
  if (!updated || !isOpen(updated)) throw errors.mayNotMessage()
  return group
}

/**
 * Prepares the messages of one sender for a conversation that is not under way, or rejects them at the limits of the sender;
 * the other member's are sent before or after them.
 */
async function withOpening(conversation: Conversation, group: Waiting[]): Promise<Waiting[]> {
  const unstored = await resolveStored(group, keysOf(group)) // a limit of today does not concern them
  for (const { item } of unstored) item.opening = undefined
  const prepared: Waiting[] = []
  let earlier: Sending | undefined // whose sender the opening is for
  for (const waiting of unstored) {
    const { item, reject } = waiting
    try {
      if (!earlier) item.opening = await openingOf(item, conversation)
      else if (earlier.message.senderId === item.message.senderId) item.opening = await openingAfter(item, earlier)
      if (item.opening) earlier = item
      prepared.push(waiting)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      reject(error)
    }
  }
  return prepared
}

function keysOf(group: Waiting[]): string[] {
  return group.flatMap(({ item }) => item.message.key ?? [])
}

/** Resolves the messages whose key one of `numbered` has with that one; returns the others. */
function resolveRepeated(group: Waiting[], conversation: Watermarks, numbered: NumberedMessage[]): Waiting[] {
  const byKey = new Map(numbered.map((message) => [message.key, message]))
  return group.filter(({ item, resolve }) => {
    const message = item.message.key ? byKey.get(item.message.key) : undefined
    if (message) resolve(pushMessage(item.ctx, conversation, message))
    return !message
  })
}

/** Separates the messages whose key another one of the group has, as after a double tap: one write may store a key once. */
function separateCopies(group: Waiting[]): { originals: Waiting[]; copies: Waiting[] } {
  const taken = new Set<string>()
  const originals: Waiting[] = []
  const copies: Waiting[] = []
  for (const waiting of group) {
    const { key } = waiting.item.message
    ;(key && taken.has(key) ? copies : originals).push(waiting)
    if (key) taken.add(key)
  }
  return { originals, copies }
}

function rejectLate(group: Waiting[]): Waiting[] {
  return group.filter(({ inContext, reject }) => {
    try {
      inContext(ensureInTime)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  })
}
