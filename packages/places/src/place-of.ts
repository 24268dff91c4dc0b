import type { PlaceKind } from '@zing/proto/places/place'
import { areaOf, townAt, towns } from './data/towns.ts'

export interface KnownPlace {
  id: string
  kind: PlaceKind
  countryId: string
  /** Absent for a country, and for a town in a country without regions. */
  regionId?: string
}

/** Null for an unknown id, such as a town that left the list. Its member keeps id and name, so a caller copes with null. */
export function placeOf(id: string): KnownPlace | null {
  const town = townAt(id)
  if (town >= 0) return { id, kind: 'town', ...withCountry(areaOf(town)) }
  if (towns().countryIds.has(id)) return { id, kind: 'country', countryId: id }
  if (towns().regionIds.has(id)) return { id, kind: 'region', ...withCountry(id) }
  return null
}

function withCountry(areaId: string) {
  const countryId = countryIdOf(areaId)
  return countryId === areaId ? { countryId } : { countryId, regionId: areaId }
}

/** The id of the country of a region or country. */
export function countryIdOf(areaId: string) {
  return areaId.slice(0, 2)
}
