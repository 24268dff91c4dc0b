import { type LocalText, textIn } from '@zing/proto/community/local-text'

/** The language of the texts on the screen. Where it has no text, people read the default language. */
export interface TextLanguage {
  language: string
  defaultLanguage: string
}

/** The text of this language alone. A text for all languages is the default language's. */
export function shown(value: unknown, { language, defaultLanguage }: TextLanguage): string {
  return textsOf(value, defaultLanguage)[language] ?? ''
}

/** The text that people read in this language while it has none: the field's placeholder. */
export function readInstead(value: unknown, { language, defaultLanguage }: TextLanguage): string {
  return textIn(textsOf(value, defaultLanguage), language, defaultLanguage)
}

/** Replaces the text of one language. One for all stays so until another language gets a text. */
export function withText(value: unknown, { language, defaultLanguage }: TextLanguage, text: string): LocalText {
  if (language === defaultLanguage && !isByLanguage(value)) return text
  const { [language]: _, ...others } = textsOf(value, defaultLanguage)
  if (text === '' && language !== defaultLanguage) return others
  return { ...textsOf(value, defaultLanguage), [language]: text }
}

/** True if there is no text in any language. */
export function isEmpty(value: LocalText): boolean {
  return !textIn(value, '', '')
}

function textsOf(value: unknown, defaultLanguage: string): Record<string, string> {
  if (isByLanguage(value)) return value
  return value ? { [defaultLanguage]: String(value) } : {}
}

function isByLanguage(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null // parsed by the contract
}
