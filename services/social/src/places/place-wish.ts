import { bandBetween } from '@zing/places/band-between'
import { contains } from '@zing/places/contains'
import { type CardPlace, PLACE_KINDS, type PlaceKind } from '@zing/proto/places/place'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'

/** The card of a user; undefined without a place. */
export type Card = CardPlace | undefined

/** The users whom a user wants to see are near, or in one of these places. */
export interface PlaceWish {
  maxDistanceKm: NonNullable<DiscoveryPreferences['maxDistanceKm']> | null
  places: string[]
}

/** The wish that counts. Null: users anywhere, also while the wish rests during a trip. */
export function placeWishOf(card: Card, preferences: Partial<DiscoveryPreferences> = {}): PlaceWish | null {
  const wish = wishIn(preferences)
  return card && !card.isVisiting && isWish(wish) ? wish : null
}

export function wishIn({ maxDistanceKm = null, places = [] }: Partial<DiscoveryPreferences>): PlaceWish {
  return { maxDistanceKm, places }
}

export function isWish({ maxDistanceKm, places }: PlaceWish): boolean {
  return maxDistanceKm !== null || places.length > 0
}

/** True if the other user is where the wish of the user with `card` allows. */
export function isWhereWished(wish: PlaceWish | null, card: Card, other: Card): boolean {
  if (!wish) return true
  if (!card || !other) return false
  const { maxDistanceKm, places } = wish
  if (maxDistanceKm !== null && isNear(card, other, maxDistanceKm)) return true
  return places.some((id) => contains(id, other.id))
}

/** Goes by the band of the label, so that filter and label never differ. Regions and countries are near to nothing. */
function isNear(card: CardPlace, other: CardPlace, km: number): boolean {
  if (card.kind !== 'town' || other.kind !== 'town') return false
  const band = bandBetween(card.id, other.id) ?? 'far'
  return band !== 'far' && Number(band) <= km
}

/** The part of a wish that the card allows: users filter by what they show themselves. */
export function standingWith(card: Card, { maxDistanceKm, places }: PlaceWish): PlaceWish {
  return {
    maxDistanceKm: card?.kind === 'town' ? maxDistanceKm : null,
    places: places.filter((id) => card && coarsenessOf(kindOf(id)) >= coarsenessOf(card.kind)),
  }
}

/** Goes by the form of the id, so that a place that has left the list keeps its kind. */
export function kindOf(id: string): PlaceKind {
  if (/^\d/.test(id)) return 'town'
  return id.includes('.') ? 'region' : 'country'
}

function coarsenessOf(kind: PlaceKind): number {
  return PLACE_KINDS.indexOf(kind)
}
