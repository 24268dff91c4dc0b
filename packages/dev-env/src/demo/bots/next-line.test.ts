import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { LINES_PER_HOUR, type Line, nextLine } from './next-line.ts'
import { INTRODUCTION } from './topics.ts'

const [ME, YOU] = [61, 7]
const NOW = Date.parse('2026-11-21T12:00:00Z')

/** A conversation, told from the beginning; what I say is given as the line that it was. */
function talk(...said: (string | Line)[]): Message[] {
  return said.map((one, index) => {
    const isMine = typeof one !== 'string'
    return {
      kind: 'text',
      id: 100 + index,
      seq: index + 1,
      senderId: isMine ? ME : YOU,
      receiverId: isMine ? YOU : ME,
      createdAt: new Date(NOW - 1_000).toISOString(),
      read: false,
      status: 'sent',
      ...(isMine ? one : { content: one }),
    }
  })
}

const next = (history: Message[], now = NOW) => nextLine({ myId: ME, partnerId: YOU, history, now })

function said(line: Line | null): Line {
  if (!line) throw new Error('nothing was said')
  return line
}

test('a match without words gets an opener that says what is speaking, once', () => {
  const opener = said(next([]))
  expect(opener.content).toContain(INTRODUCTION)
  expect(next([])).toEqual(opener)
  expect(next(talk(opener))).toBeNull()
})

test('a message gets one answer, the same after a restart', () => {
  const opener = said(next([]))
  const answer = said(next(talk(opener, 'hi')))
  expect(next(talk(opener, 'hi'))).toEqual(answer)
  expect(next(talk(opener, 'hi', answer))).toBeNull()
})

test('several messages in a row get one answer, to the last of them', () => {
  const answer = said(next(talk('hi', 'hm', 'are you real?')))
  expect(answer.content).toContain('demo bot')
  expect(next(talk('hi', 'hm', 'are you real?', answer))).toBeNull()
})

test('what came while the answer was written is answered too', () => {
  const first = said(next(talk('hi')))
  const history = talk('hi', 'thanks', first)
  const second = said(next(history))
  expect(second.clientMessageId).not.toBe(first.clientMessageId)
  expect(second.content).not.toContain(INTRODUCTION)
})

test('whoever writes first is told what answers', () => {
  expect(said(next(talk('hi'))).content).toContain(INTRODUCTION)
})

test('after so many lines within an hour there is silence, until the hour is over', () => {
  const many = Array.from({ length: LINES_PER_HOUR }, (_, index): Line => {
    return { content: 'hm', clientMessageId: `00000000-0000-8000-8000-${String(index).padStart(12, '0')}` }
  })
  expect(next(talk(...many.slice(1), 'hi'))).not.toBeNull()
  expect(next(talk(...many, 'hi'))).toBeNull()
  expect(next(talk(...many, 'hi'), NOW + 3_600_000)).not.toBeNull()
})
