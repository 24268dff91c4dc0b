import { expect, test } from 'vitest'
import { isEmpty, readInstead, shown, withText } from './local-texts.ts'

const en = { language: 'en', defaultLanguage: 'en' }
const de = { language: 'de', defaultLanguage: 'en' }

test('a text for all languages stays one until another language gets its own', () => {
  expect(withText('Hello', en, 'Hi')).toBe('Hi')
  expect(withText('Hello', de, 'Hallo')).toEqual({ en: 'Hello', de: 'Hallo' })
  expect(withText(null, de, 'Hallo')).toEqual({ de: 'Hallo' })
  expect(withText({ en: 'Hello', de: 'Hallo' }, en, 'Hi')).toEqual({ en: 'Hi', de: 'Hallo' })
})

test('when a language loses its text, people read the default one again', () => {
  expect(withText({ en: 'Hello', de: 'Hallo', fr: 'Salut' }, de, '')).toEqual({ en: 'Hello', fr: 'Salut' })
  expect(withText({ en: 'Hello', de: 'Hallo' }, en, '')).toEqual({ en: '', de: 'Hallo' })
  expect([isEmpty({ en: '' }), isEmpty({ en: '', de: 'Hallo' })]).toEqual([true, false])
})

test('a field has its own language’s text, and names what people read instead', () => {
  expect([shown('Hello', en), shown('Hello', de), readInstead('Hello', de)]).toEqual(['Hello', '', 'Hello'])
  expect([shown({ de: 'Hallo' }, en), readInstead({ de: 'Hallo' }, en)]).toEqual(['', 'Hallo'])
})
