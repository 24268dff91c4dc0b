import { cellsAround, cellsOf } from '@zing/places/cells'
import { placeOf } from '@zing/places/place-of'
import { type DiscoveryPreferences, genderOf } from '@zing/proto/profiles/discovery'
import { type Card, type PlaceWish, placeWishOf } from './place-wish.ts'

const ANY_GENDER = '*'

interface Placed {
  place?: Card
  preferences?: DiscoveryPreferences | undefined
}

/**
 * Returns what index and queries know of a place, as keys of cells, regions and countries. `at` says where the user is, by
 * the genders that the user wants. `reach` says where the user wants others; absent: anywhere.
 */
export function placeKeysOf({ place, preferences }: Placed): { at?: string[]; reach?: string[] } {
  const wish = placeWishOf(place, preferences)
  const genders = preferences?.genders.length ? preferences.genders : [ANY_GENDER]
  return {
    ...(place && { at: genders.flatMap((gender) => keysOf(place).map((key) => atKey(gender, key))) }),
    ...(place && wish && { reach: wishKeys(place, wish) }),
  }
}

/** The keys of the places where a card lies. */
export function keysOf(card: Card): string[] {
  const place = card && placeOf(card.id)
  if (!place) return []
  const { id, kind, regionId, countryId } = place
  return [...(regionId ? [regionId] : []), countryId, ...(kind === 'town' ? cellsOf(id) : [])]
}

/** The values of `at` that hold everybody for whom a wish looks, and others of the same cells. */
export function atKeys({ gender, place }: { gender: string; place?: Card }, wish: PlaceWish): string[] {
  return wishKeys(place, wish).flatMap((key) => [genderOf(gender), ANY_GENDER].map((wanted) => atKey(wanted, key)))
}

function wishKeys(card: Card, { maxDistanceKm, places }: PlaceWish): string[] {
  const near = card && maxDistanceKm !== null ? cellsAround(card.id, maxDistanceKm) : []
  return [...near, ...places]
}

function atKey(gender: string, key: string): string {
  return `${gender}@${key}`
}
