import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { catalogueFile, languages, readCatalogue, SOURCE_LANGUAGE } from './scripts/locales/catalogues.ts'
import { expandMacros, hasMacros } from './scripts/locales/macros.ts'
import { PARTS, partOf, partsByFile } from './scripts/locales/parts.ts'

const TEXTS = 'virtual:texts'
/** What only services say. */
const SERVER_TEXTS = 'proto/src/texts/server-texts.ts'

/**
 * Expands Lingui's macros, and provides `virtual:texts`: the texts of web/locales/*.po, a module for each language and
 * part.
 */
export function texts(): Plugin {
  let isProduction = false
  return {
    name: 'zing-texts',
    enforce: 'pre',
    configResolved(config) {
      isProduction = config.isProduction
    },
    resolveId: (id) => (id.startsWith(TEXTS) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${TEXTS}`) return index()
      const [language, part] = id.startsWith(`\0${TEXTS}/`) ? id.split('/').slice(1) : []
      if (!language) return null
      this.addWatchFile(catalogueFile(language))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await compile(language, part)))})`
    },
    async transform(code, id) {
      const [file = ''] = id.split('?')
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/') || !hasMacros(code)) return null
      const result = await expandMacros(code, file, isProduction ? 'id-only' : 'message')
      return result && { code: result.code ?? '', map: result.map ?? null }
    },
  }
}

/** An object with a loader for each language and part. */
function index(): string {
  const byPart = (language: string) =>
    PARTS.map((part) => `${part}: () => import('${TEXTS}/${language}/${part}')`).join(', ')
  return `export default { ${languages().map((language) => `'${language}': { ${byPart(language)} }`)} }`
}

async function compile(language: string, part: string | undefined): Promise<Record<string, unknown>> {
  const parts = partsByFile()
  const compiled: Record<string, unknown> = {}
  for (const [id, { message, translation, context, origin = [] }] of Object.entries(await readCatalogue(language))) {
    if (
      partOf(
        origin.map(([file]) => file),
        parts,
      ) !== part
    )
      continue
    if (context && language === SOURCE_LANGUAGE) continue // proto has it
    if (origin.some(([file]) => file === SERVER_TEXTS)) continue
    compiled[context ?? id] = compileMessageOrThrow(translation || message || '')
  }
  return compiled
}
