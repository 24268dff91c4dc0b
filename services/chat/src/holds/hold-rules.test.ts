import { HOLD_RECEIVERS, HOLD_WINDOW_MS } from '@zing/proto/limits'
import { describe, expect, test } from 'vitest'
import { type FirstMessage, hasManyLinks, holdReasonOf, toFirstMessage } from './hold-rules.ts'

const at = new Date('2026-11-22T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora', 'Eve']
/** First messages of one sender to different receivers, the last one now. */
const sent = (...texts: string[]): FirstMessage[] =>
  texts.map((text, i) => toFirstMessage({ id: i + 1, name: NAMES[i] ?? 'Uma' }, text, minutesAgo(texts.length - 1 - i)))
function reasonOfLast(recent: FirstMessage[]) {
  const last = recent.at(-1)
  if (!last) throw new Error('no message')
  return holdReasonOf(recent, last)
}

test('the limit is five receivers within an hour', () => {
  expect([HOLD_RECEIVERS, HOLD_WINDOW_MS]).toEqual([5, 3_600_000])
})

describe('what is held', () => {
  test('it holds the fifth first message with a link within an hour, whatever the links', () => {
    const links = ['a.example.org', 'b.example.org', 'c.example.org', 'd.example.org', 'e.example.org']
    expect(reasonOfLast(sent(...links.slice(0, 4)))).toBeNull()
    expect(reasonOfLast(sent(...links))).toBe('links')
  })

  test('it holds the fifth first message of the same text', () => {
    expect(reasonOfLast(sent('Hi', 'Hi', 'Hi', 'Hi'))).toBeNull()
    expect(reasonOfLast(sent('Hi', 'hi!', 'HI', 'h i', 'Hi'))).toBe('same-text')
    expect(reasonOfLast(sent(...Array(5).fill('hello how are you')))).toBe('same-text')
  })

  test.each([
    ['numbers', ['text 1', 'text 22', 'text 3', 'text 37', 'text 5']],
    ['the receiver’s name', ['Hi Ada', 'Hi, Ben!', 'Cleo, hi', 'hi DORA', 'Hi Eve']],
    ['letters that look alike', ['Call me', 'Сall me', 'Call mе', 'Cаll me', 'Cɑll me']],
    [
      'a word',
      ['pear', 'plum', 'fig', 'apple', 'grape'].map(
        (fruit) => `Write to me on the other app, I answer there at once: ${fruit}`,
      ),
    ],
  ])('the fifth first message of a text in which %s changes', (_what, texts) => {
    expect(reasonOfLast(sent(...texts.slice(0, 4)))).toBeNull()
    expect(reasonOfLast(sent(...texts))).toBe('same-text')
  })

  test('it does not hold a fifth message that is unlike the others', () => {
    expect(reasonOfLast(sent('Hi', 'Hi', 'Hi', 'Hi', 'Hi there'))).toBeNull()
    expect(reasonOfLast(sent('a.example.org', 'b.example.org', 'c.example.org', 'd.example.org', 'Hello'))).toBeNull()
    expect(reasonOfLast(sent('Hi', 'Hi', 'Hi', 'Hi', 'e.example.org'))).toBeNull()
  })

  test('it holds any text after five links', () => {
    const links = sent('a.example.org', 'b.example.org', 'c.example.org', 'd.example.org', 'e.example.org')
    expect([hasManyLinks(links, at), hasManyLinks(links.slice(1), at)]).toEqual([true, false])
  })

  test('it does not count messages that are older than an hour', () => {
    const [oldest, ...others] = sent('Hi', 'Hi', 'Hi', 'Hi', 'Hi')
    if (!oldest) throw new Error('no message')
    expect(reasonOfLast([{ ...oldest, at: minutesAgo(60) }, ...others])).toBeNull()
    expect(reasonOfLast([{ ...oldest, at: minutesAgo(59) }, ...others])).toBe('same-text')
  })

  test('it counts a repeated request to one receiver once', () => {
    const repeated = sent('Hi', 'Hi', 'Hi', 'Hi', 'Hi').map((message) => ({ ...message, receiverId: 1 }))
    expect(reasonOfLast(repeated)).toBeNull()
  })
})
