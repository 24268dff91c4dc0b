import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { I18n, type Messages } from '@lingui/core'
import type { ServerTextId } from '@zing/proto/texts/server-texts'

/** Compiled from web/locales by `npm run locales`. */
const FOLDER = path.join(import.meta.dirname, 'compiled')
const SOURCE = 'en'
const languages = new Map(
  readdirSync(FOLDER).map((file) => {
    const locale = path.basename(file, '.json')
    const messages: Messages = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))
    return [locale, new I18n({ locale, messages: { [locale]: messages } })]
  }),
)

/** The text in the language, or in English where there is no translation. */
export function say(language: string, id: ServerTextId, params: Record<string, unknown> = {}): string {
  const spoken = languages.get(language)
  const i18n = spoken && id in spoken.messages ? spoken : languages.get(SOURCE)
  return i18n?._(id, params) ?? id
}

/** The text in every language that has it, by its tag. */
export function sayInAll(id: ServerTextId): Record<string, string> {
  const spoken = [...languages].filter(([, { messages }]) => id in messages)
  return Object.fromEntries(spoken.map(([language]) => [language, say(language, id)]))
}
