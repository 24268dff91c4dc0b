import { expect, test } from 'vitest'
import { withEmoji } from './emoticons.ts'

test.each([
  ['I <3 you', 'I ❤️ you'],
  ['oh </3', 'oh 💔'],
  ['see you ;)', 'see you 😉'],
  [';-)', '😉'],
  ['=) =D', '🙂 😄'],
  ['a -> b', 'a → b'],
  ['plain words', 'plain words'],
  ['if (a);)', 'if (a);)'],
])('the text "%s" becomes "%s"', (typed, shown) => {
  expect(withEmoji(typed)).toBe(shown)
})
