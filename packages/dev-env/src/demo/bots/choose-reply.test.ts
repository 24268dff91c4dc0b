import { messageContent } from '@zing/proto/fields'
import { expect, test } from 'vitest'
import { chooseReply } from './choose-reply.ts'
import { INTRODUCTION, OPENERS, SMALL_TALK, TOPICS } from './topics.ts'

const seeds = Array.from({ length: 400 }, (_, seed) => seed)
const answer = (text: string, more: { said?: number; previous?: string; seed?: number } = {}) =>
  chooseReply({ text, said: more.said ?? 1, previous: more.previous ?? null, seed: more.seed ?? 0 })

test('everything that can be said passes as a message', () => {
  const texts = [...TOPICS, SMALL_TALK].flatMap(({ lines, questions }) => [...lines, ...questions])
  for (const text of [...texts, ...OPENERS.map((opener) => `${opener} ${INTRODUCTION}`)]) {
    expect(messageContent.safeParse(text).error).toBeUndefined()
  }
})

test.each([
  ['Hi there', ['hello', 'hi!', 'hey']],
  ['how are you?', ['fine', 'well', 'cheerful']],
  ['Thank you so much', ['welcome', 'pleasure', 'any time']],
  ['thanks, bye!', ['bye', 'see you', 'take care']],
  ['Shall we get a coffee', ['electricity', 'meal', 'coffee']],
  ['What music do you like?', ['music', 'hear', 'concert']],
  ['any plans for the weekend', ['weekends', 'look forward', 'calendar']],
  ['I love hiking', ['spend time', 'read about', 'curious']],
  ['Why is the sky blue?', ['question', 'wish i knew', 'real person']],
  ['The sky is blue', ['see', 'tell me', 'nice', 'interesting', 'fair']],
])('"%s" is answered by its words, whatever the seed', (text, words) => {
  for (const seed of seeds) {
    const said = answer(text, { seed }).toLowerCase()
    expect(words.some((word) => said.includes(word))).toBe(true)
  }
})

test.each([
  'are you real?',
  'Is this a BOT',
  'are you human or what',
  'are you a real person',
  'hi, is this a demo?',
  'hello, are you an AI?',
])('"%s" is told the truth', (text) => {
  for (const seed of seeds) expect(answer(text, { seed })).toMatch(/\bdemo bot\b/)
})

test('the first words tell who is speaking, later ones need not', () => {
  for (const seed of seeds) {
    expect(answer('hi', { said: 0, seed })).toContain(INTRODUCTION)
    expect(answer('hi', { said: 1, seed })).not.toContain(INTRODUCTION)
  }
})

test('nothing is said twice running, neither the answer nor the question', () => {
  for (const text of ['hi', 'thanks', 'bye', 'are you real?', 'hm']) {
    let previous = answer(text)
    for (const seed of seeds) {
      const next = answer(text, { previous, seed })
      expect(next).not.toBe('')
      for (const sentence of next.split(/(?<=[.!?]) /)) expect(previous).not.toContain(sentence)
      previous = next
    }
  }
})

test('about every other answer asks something back', () => {
  const asking = seeds.filter((seed) => answer('hello', { seed }).endsWith('?'))
  expect(asking.length / seeds.length).toBeCloseTo(0.5, 1)
})

test('the same input brings the same answer', () => {
  for (const seed of seeds) expect(answer('I see', { seed })).toBe(answer('I see', { seed }))
})
