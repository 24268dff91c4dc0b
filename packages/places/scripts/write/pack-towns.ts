import type { TownTexts } from '../../src/data/towns.ts'
import { differences, writePacked } from './pack.ts'
import type { Places } from './read-places.ts'

export function packTowns({ towns, regions, countries }: Places) {
  const texts: TownTexts = { regions: regions.map(({ id }) => id), countries }
  const areas = new Map([...texts.regions, ...countries].map((id, position) => [id, position]))
  writePacked('towns', texts, [
    differences(towns.map(({ id }) => id)),
    Uint16Array.from(towns, ({ regionId, countryId }) => areas.get(regionId ?? countryId) as number),
    Int32Array.from(towns, ({ latitude }) => Math.round(latitude * 100_000)),
    Int32Array.from(towns, ({ longitude }) => Math.round(longitude * 100_000)),
  ])
}
