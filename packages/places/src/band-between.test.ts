import { expect, test } from 'vitest'
import { bandBetween } from './band-between.ts'
import { towns } from './data/towns.ts'

const [cologne, bonn, duesseldorf, muenster, hamburg] = ['2886242', '2946447', '2934246', '2867543', '2911298']

test('each band begins where the one before it ends', () => {
  expect(bandBetween(cologne, cologne)).toBe('0')
  expect(bandBetween(cologne, bonn)).toBe('25')
  expect(bandBetween(cologne, duesseldorf)).toBe('50')
  expect(bandBetween(cologne, muenster)).toBe('250')
  expect(bandBetween(cologne, hamburg)).toBe('far')
})

test('a band is the same in both directions', () => {
  const { ids } = towns()
  for (let index = 0; index + 40 < ids.length; index += 37) {
    const [first, second] = [String(ids[index]), String(ids[index + 40])]
    expect(bandBetween(first, second)).toBe(bandBetween(second, first))
  }
})

test('the band follows the angle between the centres, at poles and date line too', () => {
  const { ids, latitudes, longitudes } = towns()
  const all = [...ids.keys()]
  const extremes = [latitudes, longitudes].flatMap((column) => {
    const sorted = all.toSorted((a, b) => (column[a] as number) - (column[b] as number))
    return [...sorted.slice(0, 40), ...sorted.slice(-40)]
  })
  const bands = new Set<string>()
  for (const first of extremes) {
    for (const second of extremes) {
      const band = bandBetween(String(ids[first]), String(ids[second]))
      expect(band).toBe(first === second ? '0' : ringOf(6371.0088 * angle(first, second)))
      bands.add(band as string)
    }
  }
  expect([...bands].sort()).toEqual(['0', '100', '25', '250', '50', 'far'])

  function angle(first: number, second: number) {
    const [a, b] = [vector(first), vector(second)]
    return 2 * Math.asin(Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) / 2)
  }

  function vector(town: number) {
    const [latitude, longitude] = [latitudes, longitudes].map(
      (column) => ((column[town] as number) * Math.PI) / 18e6,
    ) as [number, number]
    return {
      x: Math.cos(latitude) * Math.cos(longitude),
      y: Math.cos(latitude) * Math.sin(longitude),
      z: Math.sin(latitude),
    }
  }

  function ringOf(km: number) {
    return ['25', '50', '100', '250'].find((ring) => km < Number(ring)) ?? 'far'
  }
})

test('an unknown town has no distance, except to itself', () => {
  expect(bandBetween(cologne, '999999999')).toBeUndefined()
  expect(bandBetween('DE', cologne)).toBeUndefined()
  expect(bandBetween('999999999', '999999999')).toBe('0')
})
