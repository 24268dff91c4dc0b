import { readFileSync } from 'node:fs'
import { TOWNS_FILE } from './sources.ts'

export interface Town {
  id: number
  name: string
  asciiName: string
  otherNames: string[]
  latitude: number
  longitude: number
  population: number
  countryId: string
  /** Undefined if the list of regions has no such region. */
  regionId?: string
}

const POPULATION_MIN = 1000
/** Abandoned, destroyed and historical places. */
const WITHOUT_PEOPLE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

export function readTowns(regionIds: ReadonlySet<string>) {
  const towns: Town[] = []
  for (const line of readFileSync(TOWNS_FILE, 'utf8').split('\n')) {
    const fields = line.split('\t')
    const [id, name, asciiName, otherNames, latitude, longitude, , code, countryId, , region] = fields as string[]
    const population = Number(fields[14])
    if (!id || population < POPULATION_MIN || WITHOUT_PEOPLE.has(code as string)) continue
    towns.push({
      id: Number(id),
      name: name as string,
      asciiName: asciiName as string,
      otherNames: (otherNames as string).split(',').filter(Boolean),
      latitude: Number(latitude),
      longitude: Number(longitude),
      population,
      countryId: countryId as string,
      ...(regionIds.has(`${countryId}.${region}`) && { regionId: `${countryId}.${region}` }),
    })
  }
  return towns.sort((a, b) => a.id - b.id)
}
