import { HOLD_RECEIVERS, HOLD_WINDOW_MS } from '@zing/proto/limits'
import { describe, expect, test } from 'vitest'
import { type FirstMessage, holdReasonOf, textHashOf, toFirstMessage } from './hold-rules.ts'

const at = new Date('2026-11-22T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
/** The first messages of a sender, one a receiver, the last one now. */
const sent = (...texts: string[]): FirstMessage[] =>
  texts.map((text, i) => toFirstMessage(i + 1, text, minutesAgo(texts.length - 1 - i)))
function reasonOfLast(recent: FirstMessage[]) {
  const last = recent.at(-1)
  if (!last) throw new Error('no message')
  return holdReasonOf(recent, last)
}

test('five receivers within an hour are the limit', () => {
  expect([HOLD_RECEIVERS, HOLD_WINDOW_MS]).toEqual([5, 3_600_000])
})

describe('the same text', () => {
  test.each([
    ['case', 'Hi, how are you?', 'HI, HOW ARE YOU?'],
    ['spaces and line breaks', 'Hi, how are you?', ' Hi,  how\nare you? '],
    ['punctuation and signs', 'Hi, how are you?', 'Hi!!! how are you 😀'],
    ['invisible characters', 'Hi, how are you?', 'H\u200bi, how are y\u2060ou?'],
    ['forms of letters', 'Hi, how are you?', 'Ｈｉ, how are you?'],
    ['repeated spaces between signs', '😀😀', '😀 😀'],
  ])('differs in %s only', (_, a, b) => expect(textHashOf(a)).toBe(textHashOf(b)))

  test.each([
    ['Hi Ada', 'Hi Ben'],
    ['Hi', 'Hi there'],
    ['😀', '🎉'],
    ['1', '2'],
    ['Grüße', 'Grusse'],
  ])('%s is another one than %s', (a, b) => expect(textHashOf(a)).not.toBe(textHashOf(b)))
})

describe('what is held', () => {
  test('the fifth first message with a link within an hour, whichever the links', () => {
    const links = ['a.example.org', 'b.example.org', 'c.example.org', 'd.example.org', 'e.example.org']
    expect(reasonOfLast(sent(...links.slice(0, 4)))).toBeNull()
    expect(reasonOfLast(sent(...links))).toBe('links')
  })

  test('the fifth first message of the same text', () => {
    expect(reasonOfLast(sent('Hi', 'Hi', 'Hi', 'Hi'))).toBeNull()
    expect(reasonOfLast(sent('Hi', 'hi!', 'HI', 'h i', 'Hi'))).toBe('same-text')
  })

  test('not a fifth message that is unlike the others', () => {
    expect(reasonOfLast(sent('Hi', 'Hi', 'Hi', 'Hi', 'Hi Ada'))).toBeNull()
    expect(reasonOfLast(sent('a.example.org', 'b.example.org', 'c.example.org', 'd.example.org', 'Hello'))).toBeNull()
    expect(reasonOfLast(sent('Hi', 'Hi', 'Hi', 'Hi', 'e.example.org'))).toBeNull()
  })

  test('what is older than an hour does not count', () => {
    const [oldest, ...others] = sent('Hi', 'Hi', 'Hi', 'Hi', 'Hi')
    if (!oldest) throw new Error('no message')
    expect(reasonOfLast([{ ...oldest, at: minutesAgo(60) }, ...others])).toBeNull()
    expect(reasonOfLast([{ ...oldest, at: minutesAgo(59) }, ...others])).toBe('same-text')
  })

  test('a repeated request to one receiver counts once', () => {
    const repeated = sent('Hi', 'Hi', 'Hi', 'Hi', 'Hi').map((message) => ({ ...message, receiverId: 1 }))
    expect(reasonOfLast(repeated)).toBeNull()
  })
})
