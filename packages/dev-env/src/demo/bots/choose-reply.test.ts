import { messageContent } from '@zing/proto/fields'
import { expect, test } from 'vitest'
import { chooseReply } from './choose-reply.ts'
import { INTRODUCTION, OPENERS, SMALL_TALK, TOPICS } from './topics.ts'

const seeds = Array.from({ length: 400 }, (_, seed) => seed)
const reply = (text: string, more: { sentCount?: number; previous?: string; seed?: number } = {}) =>
  chooseReply({ text, sentCount: more.sentCount ?? 1, previous: more.previous ?? null, seed: more.seed ?? 0 })

test('every line of the bots is valid message content', () => {
  const texts = [...TOPICS, SMALL_TALK].flatMap(({ lines, questions }) => [...lines, ...questions])
  for (const text of [...texts, ...OPENERS.map((opener) => `${opener} ${INTRODUCTION}`)]) {
    expect(messageContent.safeParse(text).error).toBeUndefined()
  }
})

test.each([
  ['Hi there', ['hello', 'hi!', 'hey']],
  ['how are you?', ['fine', 'well', 'cheerful']],
  ['What can I try here?', ['answer me', 'hold a message', 'this chat', 'offline', 'profile', 'preferences']],
  ['Thank you so much', ['welcome', 'pleasure', 'any time']],
  ['thanks, bye!', ['bye', 'see you', 'take care']],
  ['Shall we get a coffee', ['electricity', 'meal', 'coffee']],
  ['What music do you like?', ['music', 'hear', 'concert']],
  ['any plans for the weekend', ['weekends', 'look forward', 'calendar']],
  ['I love hiking', ['spend time', 'read about', 'curious']],
  ['Why is the sky blue?', ['question', 'wish i knew', 'real person']],
  ['The sky is blue', ['see', 'tell me', 'nice', 'interesting', 'fair']],
])('the reply to "%s" fits its words for every seed', (text, words) => {
  for (const seed of seeds) {
    const chosen = reply(text, { seed }).toLowerCase()
    expect(words.some((word) => chosen.includes(word))).toBe(true)
  }
})

test.each([
  'are you real?',
  'Is this a BOT',
  'are you human or what',
  'are you a real person',
  'hi, is this a demo?',
  'hello, are you an AI?',
])('the reply to "%s" says that it is a demo bot', (text) => {
  for (const seed of seeds) expect(reply(text, { seed })).toMatch(/\bdemo bot\b/)
})

test('the first message of a bot introduces it, later ones do not', () => {
  for (const seed of seeds) {
    expect(reply('hi', { sentCount: 0, seed })).toContain(INTRODUCTION)
    expect(reply('hi', { sentCount: 1, seed })).not.toContain(INTRODUCTION)
  }
})

test('a bot never repeats its last reply or question', () => {
  for (const text of ['hi', 'thanks', 'bye', 'are you real?', 'hm']) {
    let previous = reply(text)
    for (const seed of seeds) {
      const next = reply(text, { previous, seed })
      expect(next).not.toBe('')
      for (const sentence of next.split(/(?<=[.!?]) /)) expect(previous).not.toContain(sentence)
      previous = next
    }
  }
})

test('about every other reply ends with a question', () => {
  const asking = seeds.filter((seed) => reply('hello', { seed }).endsWith('?'))
  expect(asking.length / seeds.length).toBeCloseTo(0.5, 1)
})

test('the same input gives the same reply', () => {
  for (const seed of seeds) expect(reply('I see', { seed })).toBe(reply('I see', { seed }))
})
