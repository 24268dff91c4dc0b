import { Settings } from '@zing/proto/community/settings'
import { keysOf } from '@zing/proto/keys-of'
import { serverTexts } from '@zing/proto/texts/server-texts'
import { expect, test } from 'vitest'
import { say, sayInAll } from './say.ts'

test('every text of the services can be said, in a language that nobody has translated too', () => {
  for (const id of keysOf(serverTexts)) expect(say('tlh', id, { count: 2 })).not.toBe(id)
  expect(say('en', 'push.messages.name', { count: 2, name: 'Ben' })).toBe('2 new messages from Ben')
})

test('a rule of a template is a rule of the settings, in every language', () => {
  const rule = { title: sayInAll('rules.kind.title'), text: sayInAll('rules.kind.text') }
  expect(rule.title).toMatchObject({ en: 'Be kind' })
  expect(Settings.shape.rules.safeParse([rule]).success).toBe(true)
})
