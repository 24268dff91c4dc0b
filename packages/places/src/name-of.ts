import { LANGUAGES } from '@zing/proto/community/languages'
import { pickLanguage } from '@zing/proto/texts/find-language'
import { lazily } from './data/lazily.ts'
import { townAt, towns } from './data/towns.ts'
import { fold } from './names/fold.ts'
import { entriesBetween, names, rankOf, spellingOf } from './names/names.ts'
import { placeOf } from './place-of.ts'

/** The first name of a town; the name of a region or country in the language of the reader. Undefined for an unknown place. */
export function nameOf(id: string, language: string): string | undefined {
  const town = townAt(id)
  if (town >= 0) return spellingOf(names().mainEntries[town] as number)
  const place = placeOf(id)
  if (!place) return
  return place.kind === 'country' ? countryNameOf(id, language) : regionNameOf(towns().regions.indexOf(id), language)
}

/** True for each spelling in which a search may show this place. */
export function isNameOf(id: string, name: string) {
  const town = townAt(id)
  if (town < 0) return LANGUAGES.some((language) => nameOf(id, language) === name)
  const key = fold(name)
  const [from, to] = entriesBetween(key, `${key}\0`)
  for (let entry = from; entry < to; entry++) {
    if (names().byRank[rankOf(entry)] === town && spellingOf(entry) === name) return true
  }
  return false
}

export function regionNameOf(region: number, language: string) {
  const { regions, regionsIn } = names()
  return regionsIn[offeredLanguage(language)]?.[region] ?? (regions[region] as string)
}

export function countryNameOf(id: string, language: string) {
  return displayNames().get(offeredLanguage(language))?.of(id) as string
}

/** Names exist in the product's languages only, so that a client's tags cannot fill the memory. */
export function offeredLanguage(language: string) {
  return pickLanguage([language], { languages: LANGUAGES, defaultLanguage: LANGUAGES[0] })
}

const displayNames = lazily(
  () =>
    new Map(
      LANGUAGES.map((language) => [language as string, new Intl.DisplayNames([language, 'en'], { type: 'region' })]),
    ),
)
