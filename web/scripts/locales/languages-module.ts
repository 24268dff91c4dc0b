import path from 'node:path'
import { WEB } from './sources.ts'

export const LANGUAGES_FILE = path.join(WEB, '../proto/src/community/languages.ts')

/** The module with the list of languages. */
export function languagesModule(tags: string[]): string {
  const list = tags.map((tag) => `'${tag}'`).join(', ')
  return `// Written by \`npm run locales\`: one language for each file in web/locales.

/** Languages that the product speaks, by their tags in BCP 47. The first is the default. */
export const LANGUAGES = [${list}] as const
`
}
