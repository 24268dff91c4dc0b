import type { FoundPlace } from '@zing/proto/places/place'
import { towns } from './data/towns.ts'
import { countryNameOf, nameOf, offeredLanguage, regionNameOf } from './name-of.ts'
import { fold, foldToDigraphs } from './names/fold.ts'
import { entriesBetween, isMainName, names, rankOf, spellingOf } from './names/names.ts'
import { placeOf } from './place-of.ts'

type Range = readonly [from: number, to: number]

/**
 * Places with exactly this name first, then those whose name begins so, each by population. Case, diacritics and punctuation
 * do not count. A town has the spelling by which it was found, a region or country its name in the language.
 */
export function findPlaces(q: string, language: string, limit: number): FoundPlace[] {
  const keys = [...new Set([fold(q), foldToDigraphs(q)])].filter((key) => key !== '')
  const exact = keys.map((key) => entriesBetween(key, `${key}\0`))
  const beginning = keys.map((key) => entriesBetween(key, `${key}\uffff`))
  const exactRanks = largest(exact, limit, [])
  const otherRanks = largest(beginning, limit - exactRanks.length, exactRanks)
  const spelling = spellings(exact, exactRanks, q)
  const offered = offeredLanguage(language)
  for (const [rank, found] of spellings(beginning, otherRanks, q)) spelling.set(rank, found)
  return [...exactRanks, ...otherRanks].map((rank) => present(rank, spelling.get(rank) as string, offered))
}

/** The smallest ranks among the entries, ascending, each once. */
function largest(ranges: Range[], limit: number, except: number[]) {
  const ranks: number[] = []
  if (limit <= 0) return ranks
  for (const [from, to] of ranges) {
    for (let entry = from; entry < to; entry++) {
      const rank = rankOf(entry)
      if (ranks.length === limit && rank >= (ranks[limit - 1] as number)) continue
      if (ranks.includes(rank) || except.includes(rank)) continue
      const at = ranks.findIndex((other) => other > rank)
      ranks.splice(at < 0 ? ranks.length : at, 0, rank)
      if (ranks.length > limit) ranks.pop()
    }
  }
  return ranks
}

/** A place gets its first name if that matches, else the spelling as typed, else the shortest. */
function spellings(ranges: Range[], ranks: number[], q: string) {
  const typed = q.trim().normalize('NFC').toLowerCase()
  const wanted = new Set(ranks)
  const best = new Map<number, { spelling: string; score: number }>()
  for (const [from, to] of ranges) {
    for (let entry = from; entry < to; entry++) {
      const rank = rankOf(entry)
      if (!wanted.has(rank)) continue
      const spelling = spellingOf(entry)
      const isAsTyped = spelling.normalize('NFC').toLowerCase().startsWith(typed)
      const score = (isMainName(entry) ? 0 : 2000) + (isAsTyped ? 0 : 1000) + spelling.length
      if (score < (best.get(rank)?.score ?? Number.POSITIVE_INFINITY)) best.set(rank, { spelling, score })
    }
  }
  return new Map([...best].map(([rank, { spelling }]) => [rank, spelling]))
}

function present(rank: number, spelling: string, language: string): FoundPlace {
  const { ids, regions, countries } = towns()
  const number = names().byRank[rank] as number
  const area = number - ids.length
  const id = area < 0 ? String(ids[number]) : area < regions.length ? regions[area] : countries[area - regions.length]
  const place = placeOf(id as string)
  if (!place) throw new Error(`the names have a place that the list has not: ${id}`)
  if (place.kind === 'country') return { id: place.id, name: countryNameOf(place.id, language), kind: 'country' }
  const country = countryNameOf(place.countryId, language)
  if (place.kind === 'region') return { id: place.id, name: regionNameOf(area, language), kind: 'region', country }
  const region = place.regionId && nameOf(place.regionId, language)
  return { id: place.id, name: spelling, kind: 'town', ...(region && { region }), country }
}
