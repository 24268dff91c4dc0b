import { DEGREE_KM, kilometres, UNITS_PER_DEGREE } from './data/kilometres.ts'
import { lazily } from './data/lazily.ts'
import { townAt, towns } from './data/towns.ts'

/** Ids of the towns whose centre is less than `km` away, the town itself included. Empty for an unknown town. */
export function townsWithin(townId: string, km: number) {
  const centre = townAt(townId)
  if (centre < 0) return []
  const { ids, latitudes } = towns()
  const { order, sorted } = byLatitude()
  const latitude = latitudes[centre] as number
  const reach = Math.ceil((km / DEGREE_KM) * UNITS_PER_DEGREE) + 1
  const found: string[] = []
  for (let at = firstFrom(sorted, latitude - reach); (sorted[at] as number) <= latitude + reach; at++) {
    const town = order[at] as number
    if (town === centre || kilometres(centre, town) < km) found.push(String(ids[town]))
  }
  return found
}

/** A strip of latitudes needs no special case at the poles or at the date line. */
const byLatitude = lazily(() => {
  const { latitudes } = towns()
  const packed = Float64Array.from(latitudes, (latitude, town) => (latitude + OFFSET) * TOWNS_MAX + town).sort()
  const order = Uint32Array.from(packed, (value) => value % TOWNS_MAX)
  return { order, sorted: Int32Array.from(order, (town) => latitudes[town] as number) }
})

const OFFSET = 90 * UNITS_PER_DEGREE
const TOWNS_MAX = 2 ** 20

function firstFrom(sorted: Int32Array, latitude: number) {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < latitude) low = middle + 1
    else high = middle
  }
  return low
}
