import { messageContent } from '@zing/proto/fields'
import { HOLD_RECEIVERS } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { LINES_PER_HOUR, type Line, nextLine } from './next-line.ts'
import { INTRODUCTION, OPENERS, OPENING_QUESTIONS, THINGS_TO_TRY } from './topics.ts'

const [ME, YOU] = [61, 7]
const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Builds a conversation: a string is a message of the user, a line one of the bot. */
function conversation(...messages: (string | Line)[]): Message[] {
  return messages.map((message, index) => {
    const isMine = typeof message !== 'string'
    return {
      kind: 'text',
      id: 100 + index,
      seq: index + 1,
      senderId: isMine ? ME : YOU,
      receiverId: isMine ? YOU : ME,
      createdAt: new Date(NOW - 1_000).toISOString(),
      read: false,
      status: 'sent',
      ...(isMine ? message : { content: message }),
    }
  })
}

const next = (history: Message[], now = NOW) => nextLine({ myId: ME, partnerId: YOU, history, now })

function lineOf(line: Line | null): Line {
  if (!line) throw new Error('no line')
  return line
}

test('a match without messages gets one opener, with the introduction of the bot', () => {
  const opener = lineOf(next([]))
  expect(opener.content).toContain(INTRODUCTION)
  expect(next([])).toEqual(opener)
  expect(next(conversation(opener))).toBeNull()
})

test('the openers of a bot to different users are of many texts', () => {
  const opener = (partnerId: number) => lineOf(nextLine({ myId: ME, partnerId, history: [], now: NOW })).content
  const texts = Array.from({ length: 200 }, (_, i) => opener(100 + i))
  expect(new Set(texts).size).toBe(OPENERS.length * OPENING_QUESTIONS.length)
})

test('the opener of the host introduces it and names two different things to try', () => {
  const openers = Array.from({ length: 200 }, (_, i) =>
    lineOf(nextLine({ myId: ME, partnerId: 100 + i, isHost: true, history: [], now: NOW })),
  )
  for (const { content } of openers) {
    expect(content).toContain(INTRODUCTION)
    expect(THINGS_TO_TRY.filter((thing) => content.includes(thing))).toHaveLength(2)
    expect(messageContent.safeParse(content).error).toBeUndefined()
  }
  expect(new Set(openers.map(({ content }) => content)).size).toBeGreaterThan(HOLD_RECEIVERS)
})

test('a message gets one reply, which is the same after a restart', () => {
  const opener = lineOf(next([]))
  const reply = lineOf(next(conversation(opener, 'hi')))
  expect(next(conversation(opener, 'hi'))).toEqual(reply)
  expect(next(conversation(opener, 'hi', reply))).toBeNull()
})

test('several messages in a row get one reply, to the last of them', () => {
  const reply = lineOf(next(conversation('hi', 'hm', 'are you real?')))
  expect(reply.content).toContain('demo bot')
  expect(next(conversation('hi', 'hm', 'are you real?', reply))).toBeNull()
})

test('a message that arrived while the bot was typing gets a reply of its own', () => {
  const first = lineOf(next(conversation('hi')))
  const history = conversation('hi', 'thanks', first)
  const second = lineOf(next(history))
  expect(second.clientMessageId).not.toBe(first.clientMessageId)
  expect(second.content).not.toContain(INTRODUCTION)
})

test('the reply to a user who writes first contains the introduction of the bot', () => {
  expect(lineOf(next(conversation('hi'))).content).toContain(INTRODUCTION)
})

test('a bot stops at its limit of lines per hour, until the hour is over', () => {
  const many = Array.from({ length: LINES_PER_HOUR }, (_, index): Line => {
    return { content: 'hm', clientMessageId: `00000000-0000-8000-8000-${String(index).padStart(12, '0')}` }
  })
  expect(next(conversation(...many.slice(1), 'hi'))).not.toBeNull()
  expect(next(conversation(...many, 'hi'))).toBeNull()
  expect(next(conversation(...many, 'hi'), NOW + 3_600_000)).not.toBeNull()
})
