import { expect, test } from 'vitest'
import { bandBetween } from './band-between.ts'
import { towns } from './data/towns.ts'
import { townsWithin } from './towns-within.ts'

const { ids, latitudes, longitudes } = towns()
const all = [...ids.keys()]

function extreme(column: Int32Array, sign: 1 | -1) {
  return all.reduce((best, town) => (sign * (column[town] as number) > sign * (column[best] as number) ? town : best))
}

/** The northernmost, southernmost, easternmost and westernmost town, and others all over the list. */
const samples = [
  ...[extreme(latitudes, 1), extreme(latitudes, -1), extreme(longitudes, 1), extreme(longitudes, -1)],
  ...[0.1, 0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(part * ids.length)),
].map((town) => String(ids[town]))

test.each(samples)('the towns around %s agree with the bands, at poles and date line too', (centre) => {
  const bands = new Map(all.map((town) => [String(ids[town]), bandBetween(centre, String(ids[town]))]))
  const rings = ['0', '25', '50', '100', '250']
  for (const [position, km] of [25, 50, 100, 250].entries()) {
    const nearer = rings.slice(0, position + 2)
    const expected = [...bands].filter(([, band]) => nearer.includes(band as string)).map(([id]) => id)
    expect(townsWithin(centre, km).sort()).toEqual(expected.sort())
  }
})

test('towns on both sides of the date line are neighbours', () => {
  const east = extreme(longitudes, 1)
  const across = townsWithin(String(ids[east]), 1500).filter(
    (id) => (longitudes[ids.indexOf(Number(id))] as number) < 0,
  )
  expect(across.length).toBeGreaterThan(0)
})

test('an unknown town has no neighbours', () => {
  expect(townsWithin('999999999', 250)).toEqual([])
  expect(townsWithin('DE.07', 250)).toEqual([])
})
