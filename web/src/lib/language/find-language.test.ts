import { expect, test } from 'vitest'
import { findLanguage } from './find-language.ts'

const OFFERED = ['en', 'de', 'pt-BR', 'zh-Hant']

test.each([
  ['de-AT', 'de'],
  ['pt-PT', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['zh-TW', 'zh-Hant'],
  ['zh-CN', undefined], // other characters
  ['en-US@posix', 'en'],
  ['sv', undefined],
  ['not a tag', undefined],
])('a reader of %s gets %s', (wanted, found) => expect(findLanguage(wanted, OFFERED)).toBe(found))
