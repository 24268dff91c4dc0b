import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CatalogType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { WEB } from './sources.ts'
import type { Text } from './text.ts'

export const SOURCE_LANGUAGE = 'en'
const FOLDER = path.join(WEB, 'locales')
const po = formatter({ lineNumbers: false, printPlaceholdersInComments: false })

/** Tags of the languages, one for each file; English first. */
export function languages(): string[] {
  const tags = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.po') ? file.slice(0, -'.po'.length) : []))
  return [...new Set([SOURCE_LANGUAGE, ...tags.sort()])]
}

export const catalogueFile = (language: string) => path.join(FOLDER, `${language}.po`)

/** Returns the messages of a language by id; `translation` is empty where it is missing. */
export async function readCatalogue(language: string): Promise<CatalogType> {
  const file = catalogueFile(language)
  if (!existsSync(file)) return {}
  return po.parse(readFileSync(file, 'utf8'), { locale: language, sourceLocale: SOURCE_LANGUAGE, filename: file })
}

/** Returns a catalogue with exactly these texts, and what it had translated of them. */
export function updated(old: CatalogType, texts: Map<string, Text>, language: string): CatalogType {
  const entries = [...texts].map(([id, { message, context, origins, comments }]) => {
    const { translation = '', extra } = old[id] ?? {}
    return [
      id,
      {
        message,
        ...(context && { context }),
        translation: language === SOURCE_LANGUAGE ? message : translation,
        origin: origins.map((origin): [string] => [origin]),
        comments,
        ...(extra && { extra }),
      },
    ] as const
  })
  const order = ([, { origin, message }]: (typeof entries)[number]) => `${origin[0]?.[0]}\n${message}`
  return Object.fromEntries(entries.sort((a, b) => (order(a) < order(b) ? -1 : 1)))
}

export async function print(catalogue: CatalogType, language: string): Promise<string> {
  const header = [
    'msgid ""',
    'msgstr ""',
    `"Language: ${language}\\n"`,
    '"Content-Type: text/plain; charset=utf-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
  ]
  const written = await po.serialize(catalogue, {
    locale: language,
    sourceLocale: SOURCE_LANGUAGE,
    filename: catalogueFile(language),
    existing: header.join('\n'),
  })
  return written
}
