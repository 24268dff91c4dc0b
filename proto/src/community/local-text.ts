/** A tag of a language, in a text by language. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Z]{2})?$/

/** A text of the operator: one for all languages, or one for each language tag. */
export type LocalText = string | Record<string, string>

/** The text in `language`, else in the community's default language, else in any; empty without one. An empty text is none. */
export function textIn(local: LocalText | null, language: string, defaultLanguage: string): string {
  if (typeof local === 'string' || local === null) return local ?? ''
  return local[language] || local[defaultLanguage] || Object.values(local).find(Boolean) || ''
}
