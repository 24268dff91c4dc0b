import { expect, test } from 'vitest'
import { cellsAround, cellsOf } from './cells.ts'
import { kilometres, UNITS_PER_DEGREE } from './data/kilometres.ts'
import { townAt, towns } from './data/towns.ts'

const DISTANCES = [25, 50, 100, 250]
const ids = Array.from(towns().ids, String)
/** Towns everywhere, and the ones that are nearest to the poles and to the date line. */
function someTowns(): string[] {
  const { latitudes, longitudes } = towns()
  const by = (value: (town: number) => number) => [...ids.keys()].toSorted((a, b) => value(b) - value(a)).slice(0, 20)
  const extremes = [
    ...by((town) => Number(latitudes[town])),
    ...by((town) => -Number(latitudes[town])),
    ...by((town) => Math.abs(Number(longitudes[town]))),
  ]
  return [...ids.filter((_, town) => town % 3_989 === 0), ...extremes.map((town) => String(ids[town]))]
}

/** The distances of all towns from one; far ones by their latitude alone. */
function distancesFrom(centre: number): number[] {
  const { latitudes } = towns()
  const isFar = (town: number) => Math.abs(Number(latitudes[town]) - Number(latitudes[centre])) > 3 * UNITS_PER_DEGREE
  return ids.map((_, town) => (isFar(town) ? Number.POSITIVE_INFINITY : kilometres(centre, town)))
}

test('the cells around a town hold all near towns, at the poles and the date line too', () => {
  for (const id of someTowns()) {
    const distances = distancesFrom(townAt(id))
    for (const km of DISTANCES) {
      const around = cellsAround(id, km)
      expect(new Set(around).size).toBe(around.length)
      const near = ids.filter((_, town) => Number(distances[town]) < km)
      const missed = near.filter((other) => !cellsOf(other).some((cell) => around.includes(cell)))
      expect(missed, `${km} km around ${id}`).toEqual([])
    }
  }
})

test('a distance needs at most sixteen cells', () => {
  const counts = someTowns().flatMap((id) => DISTANCES.map((km) => cellsAround(id, km).length))
  expect(Math.max(...counts)).toBe(16)
})

test('an unknown town is in no cell', () => {
  expect(cellsOf('1')).toEqual([])
  expect(cellsAround('1', 25)).toEqual([])
})
