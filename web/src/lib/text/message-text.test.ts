import { MESSAGE_MAX } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { excessHint, toContent, unsafeHint } from './message-text.ts'

test.each([
  ['  I <3 you ', { content: 'I ❤️ you' }],
  ['a < b', { error: 'Message contains invalid characters' }],
  ['a'.repeat(MESSAGE_MAX + 1), { error: 'Message too long' }],
])('what is sent has emoji and no space around it, or names its fault', (text, sent) => {
  expect(toContent(text)).toEqual(sent)
})

test.each([
  ['a'.repeat(MESSAGE_MAX), ''],
  [` ${'🙂'.repeat(MESSAGE_MAX)} `, ''],
  ['a'.repeat(MESSAGE_MAX + 1), '1 character over the limit of 2000'],
  ['a'.repeat(MESSAGE_MAX + 2), '2 characters over the limit of 2000'],
])('the excess of a long message is counted in characters', (text, hint) => {
  expect(excessHint(text)).toBe(hint)
})

test.each([
  ['I am fine', ''],
  ['I <3 you ;)', ''],
  ['a < b', 'These characters cannot be sent: < > ; ='],
  ['see; x=1', 'These characters cannot be sent: < > ; ='],
])('what cannot be sent in "%s" is named, emoticons apart', (text, hint) => {
  expect(unsafeHint(text)).toBe(hint)
})
