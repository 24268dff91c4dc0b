import type { Plugin } from 'vite'
import { catalogueFile, languages } from './scripts/locales/catalogues.ts'
import { compileTexts, PSEUDO, sourceOf } from './scripts/locales/compile.ts'
import { LANGUAGES_FILE } from './scripts/locales/languages-module.ts'
import { expandMacros, hasMacros } from './scripts/locales/macros.ts'
import { PARTS, type Part, partsByFile } from './scripts/locales/parts.ts'

const TEXTS = 'virtual:texts'

/**
 * Expands Lingui's macros, and provides `virtual:texts`: the texts of web/locales/*.po, a module for each language and
 * part.
 */
export function texts(): Plugin {
  let isProduction = false
  let parts: Map<string, Part> | null = null
  return {
    name: 'zing-texts',
    enforce: 'pre',
    configResolved(config) {
      isProduction = config.isProduction
    },
    resolveId: (id) => (id.startsWith(TEXTS) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${TEXTS}`) {
        this.addWatchFile(LANGUAGES_FILE) // `npm run locales` writes it for a new language
        return index(isProduction ? languages() : [...languages(), PSEUDO])
      }
      const [language, part] = id.startsWith(`\0${TEXTS}/`) ? id.split('/').slice(1) : []
      if (!language) return null
      parts ??= partsByFile()
      this.addWatchFile(catalogueFile(sourceOf(language)))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await compileTexts(language, part, parts)))})`
    },
    async transform(code, id) {
      const [file = ''] = id.split('?')
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/') || !hasMacros(code)) return null
      const result = await expandMacros(code, file, isProduction ? 'id-only' : 'message')
      return result && { code: result.code ?? '', map: result.map ?? null }
    },
  }
}

/** Path of a chunk in the build: texts have a folder, so that the worker knows them. */
export function textFile(module: string | null): string {
  const [, language, part] = /^\0virtual:texts\/(.+)\/(.+)$/.exec(module ?? '') ?? []
  return language ? `assets/texts/${language}/${part}-[hash].js` : 'assets/[name]-[hash].js'
}

/** An object with a loader for each language and part. */
function index(tags: string[]): string {
  const byPart = (language: string) =>
    PARTS.map((part) => `${part}: () => import('${TEXTS}/${language}/${part}')`).join(', ')
  return `export default { ${tags.map((language) => `'${language}': { ${byPart(language)} }`)} }`
}
