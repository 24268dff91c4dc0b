import { towns } from './towns.ts'

const EARTH_RADIUS_KM = 6371.0088
export const DEGREE_KM = (Math.PI * EARTH_RADIUS_KM) / 180
export const UNITS_PER_DEGREE = 100_000
const RADIANS = Math.PI / 180 / UNITS_PER_DEGREE

/** Great-circle distance of two towns by the haversine formula, the same in both directions. */
export function kilometres(first: number, second: number) {
  const { latitudes, longitudes } = towns()
  const latitudeA = (latitudes[first] as number) * RADIANS
  const latitudeB = (latitudes[second] as number) * RADIANS
  const acrossLatitude = Math.sin((latitudeB - latitudeA) / 2) ** 2
  const acrossLongitude =
    Math.sin((((longitudes[second] as number) - (longitudes[first] as number)) * RADIANS) / 2) ** 2
  const haversine = acrossLatitude + Math.cos(latitudeA) * Math.cos(latitudeB) * acrossLongitude
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
