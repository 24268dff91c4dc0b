import type { Message } from '@zing/proto/messages'
import { chooseReply } from './choose-reply.ts'
import { stableNumber, stableUuid } from './stable-hash.ts'
import { INTRODUCTION, OPENERS } from './topics.ts'

/** A guard against talking with another program for ever. */
export const LINES_PER_HOUR = 60
const HOUR_MS = 3_600_000

export interface Line {
  content: string
  /** Made of what it answers: after a restart the same line is not said again. */
  clientMessageId: string
}

interface Talk {
  myId: number
  partnerId: number
  /** The last page, oldest first. */
  history: Message[]
  now: number
}

/** What a bot says next: an opener to a new match, an answer to the latest message, or nothing. */
export function nextLine({ myId, partnerId, history, now }: Talk): Line | null {
  const mine = history.filter(({ senderId }) => senderId === myId)
  const heard = latestOf(history, partnerId)
  const cause = heard ? `answer:${myId}:${heard.id}` : `opener:${myId}:${partnerId}`
  const [clientMessageId, seed] = [stableUuid(cause), stableNumber(cause)]
  if (mine.some((message) => message.clientMessageId === clientMessageId)) return null
  if (mine.filter(({ createdAt }) => now - Date.parse(createdAt) < HOUR_MS).length >= LINES_PER_HOUR) return null
  if (!heard) return { content: `${OPENERS[seed % OPENERS.length]} ${INTRODUCTION}`, clientMessageId }

  const previous = mine.at(-1)?.content ?? null
  return { content: chooseReply({ text: heard.content, said: mine.length, previous, seed }), clientMessageId }
}

export function latestOf(history: Message[], senderId: number): Message | undefined {
  return history.findLast((message) => message.senderId === senderId)
}
