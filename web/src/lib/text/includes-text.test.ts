import { expect, test } from 'vitest'
import { includesText } from './includes-text.ts'

test.each([
  ['Zoë', 'zoe'],
  ['Zoe', ' ZOË '],
  ['Zo\u0065\u0308', 'zoë'],
  ['Łukasz Ångström', 'angs'],
  ['see you at the ﬁsh market', 'fish'],
  ['สวัสดี', 'สวัส'],
  ['anything', ' '],
])('“%s” is found by “%s” (10.chat.search)', (text, searched) => expect(includesText(text, searched)).toBe(true))

test.each([
  ['Zoë', 'zoa'],
  ['a b', 'ab'],
])('“%s” is not found by “%s”', (text, searched) => expect(includesText(text, searched)).toBe(false))
