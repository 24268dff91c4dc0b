import { lazily } from './lazily.ts'
import { readPacked, sums } from './packed-file.ts'

export interface TownTexts {
  /** Ids such as `DE.02`. */
  regions: string[]
  countries: string[]
}

/** Towns by ascending id. Coordinates stay inside this package. */
export const towns = lazily(() => {
  const { texts, columns } = readPacked<TownTexts>('towns')
  const [differences, areas, latitudes, longitudes] = columns as [Uint32Array, Uint16Array, Int32Array, Int32Array]
  return {
    ids: sums(differences),
    /** Position of the region; after the regions, position of the country of a town without one. */
    areas,
    /** Hundred-thousandths of a degree. */
    latitudes,
    longitudes,
    regions: texts.regions,
    countries: texts.countries,
    regionIds: new Set(texts.regions),
    countryIds: new Set(texts.countries),
  }
})

const TOWN = /^[1-9]\d{0,9}$/

/** Position of a town in the columns, or -1. */
export function townAt(id: string) {
  if (!TOWN.test(id)) return -1
  const { ids } = towns()
  const wanted = Number(id)
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = ids[middle] as number
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The id of the region of a town, or of its country if it has no region. */
export function areaOf(town: number) {
  const { areas, regions, countries } = towns()
  const area = areas[town] as number
  return (area < regions.length ? regions[area] : countries[area - regions.length]) as string
}
