import type { Message } from '@zing/proto/messages'
import { chooseReply } from './choose-reply.ts'
import { stableNumber, stableUuid } from './stable-hash.ts'
import { INTRODUCTION, OPENERS, OPENING_QUESTIONS, THINGS_TO_TRY } from './topics.ts'

/** Ends a conversation with another program after this many lines. */
export const LINES_PER_HOUR = 60
const HOUR_MS = 3_600_000

export interface Line {
  content: string
  /** Derived from the answered message, so that a restart sends no line twice. */
  clientMessageId: string
}

interface ConversationState {
  myId: number
  partnerId: number
  /** The host's first message says what to try. */
  isHost?: boolean
  /** The last page of messages, oldest first. */
  history: Message[]
  now: number
}

/**
 * Returns the next message of a bot: an opener for a new match, or a reply to the latest message. Returns null if there is
 * none to send.
 */
export function nextLine({ myId, partnerId, isHost = false, history, now }: ConversationState): Line | null {
  const mine = history.filter(({ senderId }) => senderId === myId)
  const latest = latestOf(history, partnerId)
  const cause = latest ? `answer:${myId}:${latest.id}` : `opener:${myId}:${partnerId}`
  const [clientMessageId, seed] = [stableUuid(cause), stableNumber(cause)]
  if (mine.some((message) => message.clientMessageId === clientMessageId)) return null
  if (mine.filter(({ createdAt }) => now - Date.parse(createdAt) < HOUR_MS).length >= LINES_PER_HOUR) return null
  if (!latest) return { content: opener(seed, isHost), clientMessageId }

  const previous = mine.at(-1)?.content ?? null
  return { content: chooseReply({ text: latest.content, sentCount: mine.length, previous, seed }), clientMessageId }
}

export function latestOf(history: Message[], senderId: number): Message | undefined {
  return history.findLast((message) => message.senderId === senderId)
}

function opener(seed: number, isHost: boolean): string {
  const greeting = `${OPENERS[seed % OPENERS.length]} ${INTRODUCTION}`
  if (!isHost) return `${greeting} ${OPENING_QUESTIONS[(seed >>> 8) % OPENING_QUESTIONS.length]}`
  const first = (seed >>> 8) % THINGS_TO_TRY.length
  const second = (first + 1 + ((seed >>> 16) % (THINGS_TO_TRY.length - 1))) % THINGS_TO_TRY.length
  return `${greeting} Two things to try: ${THINGS_TO_TRY[first]} ${THINGS_TO_TRY[second]} Ask me for tips, and I know more.`
}
