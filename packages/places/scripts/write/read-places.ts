import { type Region, readRegions } from './read-regions.ts'
import { readTowns, type Town } from './read-towns.ts'

export interface Places {
  /** Sorted by id. */
  towns: Town[]
  regions: Region[]
  countries: string[]
}

export function readPlaces(): Places {
  const regions = readRegions()
  const towns = readTowns(new Set(regions.map(({ id }) => id)))
  giveRegions(towns)
  const divided = new Set(towns.map(({ countryId, regionId }) => regionId && countryId))
  return {
    towns,
    regions: regions.filter(({ id }) => divided.has(id.slice(0, 2))),
    countries: [...new Set(towns.map(({ countryId }) => countryId))].sort(),
  }
}

/** Towns with an old region code, or with none, get the region of the nearest town of their country. */
function giveRegions(towns: Town[]) {
  const settled = Map.groupBy(towns, ({ countryId }) => countryId)
  for (const [country, own] of settled)
    settled.set(
      country,
      own.filter(({ regionId }) => regionId),
    )
  for (const town of towns) {
    if (town.regionId) continue
    const nearest = (settled.get(town.countryId) as Town[]).reduce<Town | undefined>(
      (best, other) => (best && nearness(town, best) >= nearness(town, other) ? best : other),
      undefined,
    )
    if (nearest?.regionId) town.regionId = nearest.regionId
  }
}

/** The cosine of the angle between two towns: the larger, the nearer. */
function nearness(a: Town, b: Town) {
  const [latitudeA, latitudeB, between] = [a.latitude, b.latitude, a.longitude - b.longitude].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number]
  return Math.sin(latitudeA) * Math.sin(latitudeB) + Math.cos(latitudeA) * Math.cos(latitudeB) * Math.cos(between)
}
