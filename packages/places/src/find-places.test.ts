import { LANGUAGES } from '@zing/proto/community/languages'
import { FoundPlace } from '@zing/proto/places/place'
import { expect, test } from 'vitest'
import { findPlaces } from './find-places.ts'
import { isNameOf, nameOf } from './name-of.ts'

const COLOGNE = '2886242'

function first(q: string, language = 'en') {
  return findPlaces(q, language, 1)[0]
}

test('a town has its region and country in the language of the reader', () => {
  const found = { id: COLOGNE, name: 'Köln', kind: 'town' }
  expect(first('Köln', 'de')).toEqual({ ...found, region: 'Nordrhein-Westfalen', country: 'Deutschland' })
  expect(first('Köln', 'fr')).toMatchObject({ ...found, country: 'Allemagne' })
  expect(first('Köln', 'ar')).toMatchObject({ ...found, country: 'ألمانيا' })
})

test.each([
  ['koln', 'Köln', COLOGNE],
  ['KOELN', 'Köln', COLOGNE],
  ['Cologne', 'Cologne', COLOGNE],
  ['Кёльн', 'Кёльн', COLOGNE],
  ['munchen', 'München', '2867714'],
  ['  muenchen ', 'München', '2867714'],
  ['Мюнхен', 'Мюнхен', '2867714'],
  ['東京', '東京', '1850147'],
  ['مونستر', 'مونستر', '2867543'],
  ['서울', '서울', '1835848'],
  ['aalesund', 'Ålesund', '3163392'],
  ['s hertogenbosch', "'s-Hertogenbosch", '2747351'],
])('it finds %s as %s', (q, name, id) => {
  expect(findPlaces(q, 'en', 3)).toContainEqual(expect.objectContaining({ id, name, kind: 'town' }))
})

test('an exact name comes before a larger place whose name only begins so', () => {
  const names = findPlaces('Rom', 'de', 10).map(({ name }) => name)
  expect(names[0]).toBe('Rom')
  expect(names).toContain('Rumänien')
})

test('kinds are mixed by population', () => {
  expect(findPlaces('s', 'en', 10).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['country', 'region']))
  expect(findPlaces('Georgia', 'en', 2).map(({ id, kind }) => [id, kind])).toEqual([
    ['US.GA', 'region'],
    ['GE', 'country'],
  ])
})

test('a region or country is found by its name in another language', () => {
  expect(first('Bayern', 'en')).toEqual({ id: 'DE.02', name: 'Bavaria', kind: 'region', country: 'Germany' })
  expect(first('Schottland', 'en')).toMatchObject({ id: 'GB.SCT', name: 'Scotland' })
  expect(first('Alemania', 'de')).toEqual({ id: 'DE', name: 'Deutschland', kind: 'country' })
  expect(first('USA', 'en')).toMatchObject({ id: 'US', name: 'United States' })
})

test.each(['', '   ', '--', '\u0000', '\uffff', '東京都東京都東京都', 'x'.repeat(100)])(
  'it finds nothing for %j',
  (q) => {
    expect(findPlaces(q, 'en', 10)).toEqual([])
  },
)

test.each(['de-AT', 'ja', 'pt-BR', 'zz'])(
  'its names for a reader of %s are names that a member may choose',
  (language) => {
    for (const q of ['Germany', 'Bavaria', 'Cologne']) {
      const place = first(q, language)
      if (!place) throw new Error(`${q} is not found`)
      expect(isNameOf(place.id, place.name)).toBe(true)
    }
    expect(nameOf('DE', 'de-AT')).toBe('Deutschland')
    expect(nameOf('DE', 'ja')).toBe('Germany')
  },
)

test('every result is unique, fits the contract and has a name that is valid for it', () => {
  for (const q of ['s', 'san', 'berlin', 'новый', 'ال', '大', 'ö', 'New York', 'st']) {
    const found = findPlaces(q, 'de', 10)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(found.length).toBeGreaterThan(0)
    for (const place of found) {
      expect(FoundPlace.parse(place)).toEqual(place)
      expect(isNameOf(place.id, place.name)).toBe(true)
    }
  }
})

test('a place has the names of its list, in every spelling and language, and no other', () => {
  expect(nameOf(COLOGNE, 'ar')).toBe('Köln')
  expect(LANGUAGES.map((language) => nameOf('DE.02', language))).toEqual(
    expect.arrayContaining(['Bavaria', 'Bayern', 'Bavière', 'Baviera']),
  )
  expect(nameOf('999999999', 'en')).toBeUndefined()
  expect(['Köln', 'Cologne', 'koln', 'Bonn', ''].map((name) => isNameOf(COLOGNE, name))).toEqual([
    ...[true, true, false, false, false],
  ])
  expect(['Bavaria', 'Bayern', 'Hesse'].map((name) => isNameOf('DE.02', name))).toEqual([true, true, false])
  expect(isNameOf('999999999', 'Köln')).toBe(false)
})
