import { LANGUAGES } from '@zing/proto/community/languages'
import { countryNameOf } from '../../src/name-of.ts'
import { DIGRAPHS, MAIN, type NameTexts } from '../../src/names/names.ts'
import { writePacked } from './pack.ts'
import type { Places } from './read-places.ts'
import { type Spelling, spellingsOf, spellingsOfTown } from './spellings.ts'

const NICKNAMES: Record<string, string[]> = {
  ...{ AE: ['UAE'], CZ: ['Czech Republic'], GB: ['UK', 'Great Britain'], NL: ['Holland'], US: ['USA', 'America'] },
}

interface Entry extends Spelling {
  place: number
}

export function packNames(places: Places) {
  const ranks = ranksOf(places)
  const entries = entriesOf(places).sort((a, b) => order(a.key, b.key) || order(ranks.of[a.place], ranks.of[b.place]))
  const spellings = entries.map(({ spelling }) => Buffer.from(spelling))
  const flagged = entries.map(
    ({ place, isMain, hasDigraphs }) =>
      (ranks.of[place] as number) + (isMain ? MAIN : 0) + (hasDigraphs ? DIGRAPHS : 0),
  )
  writePacked('names', textsOf(places), [
    Uint8Array.from(spellings, ({ length }) => length),
    Buffer.concat(spellings),
    Uint32Array.from(flagged),
    Uint32Array.from(ranks.places),
  ])
}

function entriesOf({ towns, regions, countries }: Places): Entry[] {
  const areas = [
    ...regions.map(({ name, namesIn }) => [name, ...Object.values(namesIn)]),
    ...countries.map((id) => [...LANGUAGES.map((language) => countryNameOf(id, language)), ...(NICKNAMES[id] ?? [])]),
  ]
  return [...towns.map(spellingsOfTown), ...areas.map(spellingsOf)].flatMap((spellings, place) =>
    spellings.map((spelling) => ({ ...spelling, place })),
  )
}

/** The order of all places by population. A region or country has all people of its towns. */
function ranksOf({ towns, regions, countries }: Places) {
  const people = new Map<string, number>()
  for (const { regionId, countryId, population } of towns) {
    for (const area of regionId ? [regionId, countryId] : [countryId])
      people.set(area, (people.get(area) ?? 0) + population)
  }
  const areas = [...regions.map(({ id }) => id), ...countries]
  const populations = [...towns.map(({ population }) => population), ...areas.map((id) => people.get(id) ?? 0)]
  const places = [...populations.keys()].sort(
    (a, b) => (populations[b] as number) - (populations[a] as number) || a - b,
  )
  const of = new Uint32Array(places.length)
  for (const [rank, place] of places.entries()) of[place] = rank
  return { of, places }
}

function textsOf({ regions }: Places): NameTexts {
  const regionsIn: NameTexts['regionsIn'] = {}
  for (const [position, { name, namesIn }] of regions.entries()) {
    for (const [language, inLanguage] of Object.entries(namesIn)) {
      if (inLanguage === name) continue
      regionsIn[language] ??= {}
      regionsIn[language][position] = inLanguage
    }
  }
  return { regions: regions.map(({ name }) => name), regionsIn }
}

function order<Value>(a: Value, b: Value) {
  return a === b ? 0 : a < b ? -1 : 1
}
