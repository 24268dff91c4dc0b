import { type LocalText, textIn } from '@zing/proto/community/local-text'

/** Text in the language on the screen; empty without one. */
export function shown(value: unknown, language: string): string {
  return textIn((value ?? null) as LocalText | null, language, language) // parsed by the contract
}

/** Replaces the text of one language, or the one for all. */
export function withText(value: unknown, language: string, text: string): LocalText {
  return typeof value === 'object' && value !== null ? { ...value, [language]: text } : text
}
