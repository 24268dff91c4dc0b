import { expect, test } from 'vitest'
import { isAlike, sketchOf } from './text-sketch.ts'

const areAlike = (a: string, b: string) => isAlike(sketchOf(a, ''), sketchOf(b, ''))
const OFFER =
  'Hi! I make 3,000 a week from home and can show you how. Write to me on my other account, name is goldrush'
const LONG = `Thank you for the lovely match! I spent last summer on a farm near Porto, where we picked olives, swam before breakfast
and tried to learn some Portuguese from a very patient grandmother. Now I am back in the office, which has fewer goats.`

test.each([
  ['case', 'Hi, how are you?', 'HI, HOW ARE YOU?'],
  ['spaces and line breaks', 'Hi, how are you?', ' Hi,  how\nare you? '],
  ['spaces between letters', 'Hi, how are you?', 'H i, h o w a r e you'],
  ['punctuation and signs', 'Hi, how are you?', 'Hi!!! how are you 😀'],
  ['invisible characters', 'Hi, how are you?', 'H\u200bi, how are y\u2060ou?'],
  ['forms of letters', 'Hi, how are you?', 'Ｈｉ, 𝓱𝓸𝔀 are you?'],
  ['Cyrillic letters', 'Hi, how are you?', 'Нi, h\u043ew \u0430re у\u043eu?'],
  ['Greek letters', 'Hi, how are you?', 'Hι, hοω αre γοu?'],
  ['accents', 'Hi, how are you?', 'Hí, hôw äre yoü?'],
  ['repeated spaces between signs', '😀😀', '😀 😀'],
  ['a number', 'text 37', 'text 4'],
  ['a number alone', '1', '25'],
  ['a word at the end', OFFER, `${OFFER} zebra`],
  ['a word in the middle', OFFER, OFFER.replace('from home', 'from Paris')],
  ['a sentence that is repeated', OFFER, `${OFFER} ${OFFER} ${OFFER}`],
  ['words in another order', OFFER, `Write to me on my other account, name is goldrush. ${OFFER.slice(0, 55)}`],
  ['Russian words in capitals', 'Привет, как дела?', 'ПРИВЕТ КАК ДЕЛА'],
  ['an emoji in a text without spaces', '你好，你在做什么？', '你好😀你在做什么'],
  ['one word of a long text', LONG, `${LONG} pear`],
])('texts that differ in %s are alike', (_, a, b) => {
  expect([areAlike(a, b), areAlike(b, a)]).toEqual([true, true])
})

test.each([
  ['Hi Ada', 'Hi Ben'],
  ['Hi', 'Hi there'],
  ['Hi', 'Hey'],
  ['hello', 'hello how are you'],
  ['😀', '🎉'],
  ['Grüße', 'Grusse'],
  ['你好', '再见'],
  ['Hi Ada, how was your weekend?', 'Hi Ada, what do you do at the weekend?'],
  ['Hey, I saw that you like climbing, me too!', 'Hey, I saw that you like cooking, me too!'],
  ['Your dog is so cute! What is it called?', 'Your cat is so cute! How old is it?'],
  ['Where was your third photo taken? Looks like Lisbon', 'Where was your second photo taken? I love the sea'],
  ['I also play the guitar, mostly badly', 'I also work nights, mostly at the weekend'],
  [LONG, OFFER],
  [LONG, LONG.slice(0, 120)],
])('%j and %j are not alike', (a, b) => {
  expect([areAlike(a, b), areAlike(b, a)]).toEqual([false, false])
})

test.each([
  ['Hi Ada', 'Ada', 'Hi Ben!', 'Ben'],
  ['Anna-Lena, how are you?', 'Anna-Lena', 'How are you JÖRG?', 'Jörg'],
  ['Hi Аdа', 'Ada', 'Hi', 'Ben'],
  ['Ada!', 'Ada', 'Ben?', 'Ben'],
])('%j to %s is the text %j to %s', (a, nameOfA, b, nameOfB) => {
  expect(isAlike(sketchOf(a, nameOfA), sketchOf(b, nameOfB))).toBe(true)
})

test('a sketch is short, even of the longest message', () => {
  const longest = Array.from({ length: 2_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
  expect(sketchOf(longest, '')).toHaveLength(171)
})

test('a hash of an older format is like no sketch', () => {
  const before = 'q1MKE-RZFJgrefm3434hefeF8LKyXTXRRBREPpdvJjs'
  expect([isAlike(before, sketchOf('Hi', '')), isAlike(sketchOf(OFFER, ''), before)]).toEqual([false, false])
})
