import { areaOf, townAt } from './data/towns.ts'
import { countryIdOf } from './place-of.ts'

/**
 * True for the same place, for the region and country of a town, and for the country of a region. A town that left the list
 * lies only in itself, a region that left it still in its country.
 */
export function contains(outerId: string, innerId: string) {
  if (outerId === innerId) return true
  const town = townAt(innerId)
  const areaId = town < 0 ? innerId : areaOf(town)
  return outerId === areaId || (AREA.test(areaId) && outerId === countryIdOf(areaId))
}

const AREA = /^[A-Z]{2}(\.|$)/
