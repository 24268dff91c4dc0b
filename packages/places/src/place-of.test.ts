import { expect, test } from 'vitest'
import { contains } from './contains.ts'
import { towns } from './data/towns.ts'
import { placeOf } from './place-of.ts'

test('a place knows its kind, region and country', () => {
  expect(placeOf('2886242')).toEqual({ id: '2886242', kind: 'town', countryId: 'DE', regionId: 'DE.07' })
  expect(placeOf('DE.07')).toEqual({ id: 'DE.07', kind: 'region', countryId: 'DE', regionId: 'DE.07' })
  expect(placeOf('DE')).toEqual({ id: 'DE', kind: 'country', countryId: 'DE' })
})

test.each([
  '',
  '0',
  '02886242',
  '2886242.0',
  '999999999',
  '12345678901234567890',
  'de',
  'ZZ',
  'DE.99',
  'DE.',
  '__proto__',
])('the id "%s" is unknown', (id) => {
  expect(placeOf(id)).toBeNull()
})

test('every town lies in a region and country of the list, or in a country without regions', () => {
  const { ids, regions } = towns()
  const divided = new Set(regions.map((id) => id.slice(0, 2)))
  for (const number of ids) {
    const town = placeOf(String(number))
    if (!town) throw new Error(`${number} is unknown`)
    const isPlaced = town.regionId ? placeOf(town.regionId)?.countryId === town.countryId : true
    if (!isPlaced || placeOf(town.countryId)?.kind !== 'country') throw new Error(`${number} is nowhere`)
    if (!town.regionId && divided.has(town.countryId)) UNPLACED.push(town.id)
  }
  expect(UNPLACED).toEqual([])
})

const UNPLACED: string[] = []

test('a town lies in its region and country, a region in its country, and all in themselves', () => {
  expect(['2886242', 'DE.07', 'DE'].map((outer) => contains(outer, '2886242'))).toEqual([true, true, true])
  expect(['2886242', 'DE.07', 'DE'].map((outer) => contains(outer, 'DE.07'))).toEqual([false, true, true])
  expect(['2886242', 'DE.07', 'DE'].map((outer) => contains(outer, 'DE'))).toEqual([false, false, true])
  expect(['DE.02', 'FR', '2886241'].map((outer) => contains(outer, '2886242'))).toEqual([false, false, false])
})

test('a place that left the list still contains itself', () => {
  expect(contains('999999999', '999999999')).toBe(true)
  expect(contains('DE', '999999999')).toBe(false)
  expect(contains('DE', 'DE.99')).toBe(true)
})
