import { readFileSync } from 'node:fs'
import { fold } from '../../src/names/fold.ts'
import { CLDR_FILES, REGION_NAMES_FILE, REGIONS_FILE } from './sources.ts'

export interface Region {
  /** Such as `DE.02`. */
  id: string
  name: string
  /** Language and name, where CLDR or the table has the region. */
  namesIn: Record<string, string>
}

export function readRegions(): Region[] {
  const regions: { code: string; name: string }[] = JSON.parse(readFileSync(REGIONS_FILE, 'utf8'))
  const cldr = Object.entries(CLDR_FILES).map(([language, file]) => [language, readCldr(file)] as const)
  const codes = codesByName(Object.fromEntries(cldr).en as Record<string, string>)
  const table: Record<string, Record<string, string>> = JSON.parse(readFileSync(REGION_NAMES_FILE, 'utf8'))
  return regions
    .map(({ code: id, name }) => {
      const code = codes.get(nameKey(id.slice(0, 2), name)) ?? letterCode(id)
      const namesIn = cldr.flatMap(([language, names]) => (names[code] ? [[language, names[code]]] : []))
      return { id, name, namesIn: { ...translations(name, table[id]), ...Object.fromEntries(namesIn) } }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The table is older than the list. Other names show that a code has another region since. */
function translations(name: string, row: Record<string, string> = {}) {
  const ownWords = new Set(words(name))
  const isSame = Object.values(row).some((other) => words(other).some((word) => ownWords.has(word)))
  const { en: _, ...others } = row
  return isSame ? others : {}
}

function words(name: string) {
  return fold(name)
    .split(' ')
    .filter((word) => word.length > 2 && !COMMON_WORDS.has(word))
}

const COMMON_WORDS = new Set(
  'province region county department district municipality governorate state prefecture oblast krai parish republic opstina the and del san santa saint north south east west northern southern eastern western central new'.split(
    ' ',
  ),
)

function readCldr(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')).subdivisions.localeDisplayNames.subdivisions
}

/** Codes of ISO 3166-2 by name, without the names that a country has twice. */
function codesByName(names: Record<string, string>) {
  const codes = Map.groupBy(Object.keys(names), (code) =>
    nameKey(code.slice(0, 2).toUpperCase(), names[code] as string),
  )
  return new Map([...codes].flatMap(([key, found]) => (found.length === 1 ? [[key, found[0] as string]] : [])))
}

function nameKey(country: string, name: string) {
  return `${country} ${fold(name)}`
}

/** Both lists have the same codes where they are letters, such as `US.CA`. Numbers mean different regions. */
function letterCode(id: string) {
  const [country, code] = id.split('.') as [string, string]
  return /^[A-Z]+$/.test(code) ? `${country}${code}`.toLowerCase() : ''
}
