import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { catalogueFile, languages, readCatalogue, SOURCE_LANGUAGE } from './scripts/locales/catalogues.ts'
import { expandMacros, hasMacros } from './scripts/locales/macros.ts'
import { PARTS, partOf, partsByFile } from './scripts/locales/parts.ts'
import { idInProto } from './scripts/locales/text.ts'

const TEXTS = 'virtual:texts'
/** English with accents and brackets, for tests. */
const PSEUDO = 'en-XA'
const ACCENTS: Record<string, string> = {
  ...{ a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù' },
  ...{ A: 'ÁÀ', E: 'ÉÈ', I: 'ÍÌ', O: 'ÓÒ', U: 'ÚÙ' },
}
/** Origin of texts that only services say. */
const SERVER_TEXTS = 'proto/src/texts/server-texts.ts'

/**
 * Expands Lingui's macros, and provides `virtual:texts`: the texts of web/locales/*.po, a module for each language and
 * part.
 */
export function texts(): Plugin {
  let isProduction = false
  let hasPseudo = false
  return {
    name: 'zing-texts',
    enforce: 'pre',
    configResolved(config) {
      isProduction = config.isProduction
      hasPseudo = !isProduction || process.env.PSEUDO_LOCALE === '1'
    },
    resolveId: (id) => (id.startsWith(TEXTS) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${TEXTS}`) return index(hasPseudo ? [...languages(), PSEUDO] : languages())
      const [language, part] = id.startsWith(`\0${TEXTS}/`) ? id.split('/').slice(1) : []
      if (!language) return null
      this.addWatchFile(catalogueFile(sourceOf(language)))
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

const sourceOf = (language: string) => (language === PSEUDO ? SOURCE_LANGUAGE : language)

/** Lengthens a text by about 40 % with accents, between brackets. */
function toPseudo(text: string): CompiledMessage {
  const long = (part: string) => part.replace(/<[^>]+>|[aeiou]/gi, (one) => ACCENTS[one] ?? one)
  return ['[', ...compileMessageOrThrow(text, long), ']']
}

async function compile(language: string, part: string | undefined): Promise<Record<string, unknown>> {
  const parts = partsByFile()
  const compiled: Record<string, unknown> = {}
  for (const [id, { message, translation, context, origin = [] }] of Object.entries(
    await readCatalogue(sourceOf(language)),
  )) {
    if (
      partOf(
        origin.map(([file]) => file),
        parts,
      ) !== part
    )
      continue
    const listed = idInProto(context)
    if (listed && language === SOURCE_LANGUAGE) continue // proto has it
    if (origin.some(([file]) => file === SERVER_TEXTS)) continue
    const text = translation || message || ''
    compiled[listed ?? id] = language === PSEUDO ? toPseudo(text) : compileMessageOrThrow(text)
  }
  return compiled
}
