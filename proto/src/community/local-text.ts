/** A text of the operator: one for all languages, or one for each language tag. */
export type LocalText = string | Record<string, string>

/** The text in `language`, else in the community's default language, else in any; empty without one. */
export function textIn(local: LocalText | null, language: string, defaultLanguage: string): string {
  if (typeof local === 'string' || local === null) return local ?? ''
  return local[language] ?? local[defaultLanguage] ?? Object.values(local)[0] ?? ''
}
