import { areaOf, townAt } from './data/towns.ts'
import { countryIdOf } from './place-of.ts'

/**
 * True if both are the same place, or the outer is the region or country of a town, or the country of a region. A place that
 * is no longer in the list still contains itself, and a region of that kind still lies in its country.
 */
export function contains(outerId: string, innerId: string) {
  if (outerId === innerId) return true
  const town = townAt(innerId)
  const areaId = town < 0 ? innerId : areaOf(town)
  return outerId === areaId || (AREA.test(areaId) && outerId === countryIdOf(areaId))
}

const AREA = /^[A-Z]{2}(\.|$)/
