import type { CardPlace } from '@zing/proto/places/place'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'

/** Towns of GeoNames: around Cologne in three countries, across the date line, on islands and near both poles. */
const TOWNS: Record<string, { at: readonly [number, number]; in: string }> = {
  2886242: { at: [50.93333, 6.95], in: 'DE.07' }, // Cologne
  2946447: { at: [50.73438, 7.09549], in: 'DE.07' }, // Bonn
  2934246: { at: [51.22172, 6.77616], in: 'DE.07' }, // Düsseldorf
  2832521: { at: [50.80019, 7.20769], in: 'DE.07' }, // Siegburg
  2897216: { at: [50.87079, 6.86761], in: 'DE.07' }, // Hürth
  3247449: { at: [50.77664, 6.08342], in: 'DE.07' }, // Aachen
  2792413: { at: [50.63373, 5.56749], in: 'BE.WAL' }, // Liège
  2751283: { at: [50.84833, 5.68889], in: 'NL.05' }, // Maastricht
  2754652: { at: [50.88365, 5.98154], in: 'NL.05' }, // Heerlen
  2127202: { at: [64.73424, 177.5103], in: 'RU.15' }, // Anadyr
  4031742: { at: [66.32166, -179.12198], in: 'RU.15' }, // Egvekinot, less than 250 km from Anadyr
  4031574: { at: [64.42289, -173.22641], in: 'RU.15' }, // Provideniya
  2198148: { at: [-18.13683, 178.42531], in: 'FJ.01' }, // Suva
  2204417: { at: [-18.06667, 179.31667], in: 'FJ.02' }, // Levuka
  4035413: { at: [-13.83333, -171.76666], in: 'WS.10' }, // Apia
  2729907: { at: [78.22334, 15.64689], in: 'SJ.21' }, // Longyearbyen
  6696480: { at: [-77.84632, 166.66824], in: 'AQ' }, // McMurdo Station
}
export const TOWN_IDS = Object.keys(TOWNS)
export const REGION_IDS = [...new Set(Object.values(TOWNS).map((town) => town.in))].filter((id) => id.includes('.'))
export const COUNTRY_IDS = [...new Set(Object.values(TOWNS).map((town) => town.in.slice(0, 2)))]

export function cardOf(id: string, isVisiting = false): CardPlace {
  const kind = id in TOWNS ? 'town' : id.includes('.') ? 'region' : 'country'
  return { id, name: `Place ${id}`, kind, isVisiting }
}

/** The distance between two points, from the angle between their vectors. */
function kmBetween(a: string, b: string): number {
  const vector = (id: string) => {
    const [latitude = 0, longitude = 0] = (TOWNS[id]?.at ?? []).map((degrees) => (degrees * Math.PI) / 180)
    const radius = Math.cos(latitude)
    return [radius * Math.cos(longitude), radius * Math.sin(longitude), Math.sin(latitude)]
  }
  const other = vector(b)
  const cosine = vector(a).reduce((sum, value, at) => sum + value * Number(other[at]), 0)
  return Math.acos(Math.min(1, cosine)) * 6_371
}

/** The places that contain this one, and itself. */
function around(id: string): string[] {
  const area = TOWNS[id]?.in ?? id
  return [id, area, area.slice(0, 2)]
}

type Wish = Pick<DiscoveryPreferences, 'maxDistanceKm' | 'places'>
type Card = CardPlace | undefined

/** The parts of a wish that another card does not meet; none if either part fits. */
export function unmetPlaces(card: Card, { maxDistanceKm, places = [] }: Wish, other: Card): (keyof Wish)[] {
  if (!card || card.isVisiting) return []
  const isNear =
    maxDistanceKm &&
    other &&
    card.kind === 'town' &&
    other.kind === 'town' &&
    kmBetween(card.id, other.id) < maxDistanceKm
  const isIn = other && places.some((id) => around(other.id).includes(id))
  if (isNear || isIn) return []
  return [...(maxDistanceKm ? (['maxDistanceKm'] as const) : []), ...(places.length > 0 ? (['places'] as const) : [])]
}

/** The part of a wish that is no finer than the card. */
export function allowedBy(card: Card, { maxDistanceKm = null, places = [] }: Wish): Required<Wish> {
  const isFine = card?.kind === 'town' || card?.kind === 'region'
  return {
    maxDistanceKm: card?.kind === 'town' ? maxDistanceKm : null,
    places: places.filter((id) => isFine || (card && !id.includes('.'))),
  }
}
