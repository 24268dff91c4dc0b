import { expect, test } from 'vitest'
import { pickLanguage } from './find-language.ts'

const OFFERED = { languages: ['en', 'de', 'pt-BR', 'zh-Hant'], defaultLanguage: 'de' }

test.each([
  ['de-AT', 'de'],
  ['pt-PT', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['zh-TW', 'zh-Hant'],
  ['zh-CN', 'de'], // other characters
  ['en-US@posix', 'en'],
  ['sv', 'de'],
  ['not a tag', 'de'],
])('a reader of %s gets %s', (wanted, found) => expect(pickLanguage([null, wanted], OFFERED)).toBe(found))

test('when the default is not offered, a reader gets the first language', () => {
  expect(pickLanguage(['sv'], { languages: ['fr', 'de'], defaultLanguage: 'en' })).toBe('fr')
})
