import { LANGUAGES } from '@zing/proto/community/languages'
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
  return regionsIn[language]?.[region] ?? (regions[region] as string)
}

export function countryNameOf(id: string, language: string) {
  const { inLanguages } = displayNames()
  let inLanguage = inLanguages.get(language)
  if (!inLanguage) {
    inLanguage = new Intl.DisplayNames([language, 'en'], { type: 'region' })
    inLanguages.set(language, inLanguage)
  }
  return inLanguage.of(id) as string
}

const displayNames = lazily(() => ({ inLanguages: new Map<string, Intl.DisplayNames>() }))
