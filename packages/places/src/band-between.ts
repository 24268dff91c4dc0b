import { DISTANCE_BANDS, type DistanceBand } from '@zing/proto/places/place'
import { kilometres } from './data/kilometres.ts'
import { townAt } from './data/towns.ts'

const RINGS = DISTANCE_BANDS.slice(1, -1)

/**
 * The only distance of the product, between the centres of two towns; filters and labels use it. `25` means less than 25 km.
 * Undefined if one of them is no known town. A town is in band `0` with itself, also when it left the list.
 */
export function bandBetween(townA: string, townB: string): DistanceBand | undefined {
  if (townA === townB) return '0'
  const first = townAt(townA)
  const second = townAt(townB)
  if (first < 0 || second < 0) return
  const distance = kilometres(first, second)
  return RINGS.find((ring) => distance < Number(ring)) ?? 'far'
}
