import type { Profile } from '../models/profile.ts'
import { placeKeysOf } from './place-keys.ts'
import { type Card, standingWith, wishIn } from './place-wish.ts'

type Stored = Partial<Pick<Profile, 'preferences' | 'droppedPreferences'>>
const PLACED = ['place', 'at', 'reach'] as const

/** The fields that follow from a place on the card. A coarser card, or none, drops what does not stand with it. */
export function withCard(place: Card, { preferences, droppedPreferences = [] }: Stored) {
  const wish = wishIn(preferences ?? {})
  const standing = place?.isVisiting ? wish : standingWith(place, wish) // during a trip the wish rests
  const dropped = [
    ...(standing.maxDistanceKm === wish.maxDistanceKm ? [] : (['maxDistanceKm'] as const)),
    ...(standing.places.length === wish.places.length ? [] : (['places'] as const)),
  ]
  const kept = preferences && dropped.length > 0 ? { ...preferences, ...standing } : preferences
  const derived = { ...(place && { place }), ...placeKeysOf({ place, preferences: kept }) }
  return {
    set: {
      ...derived,
      ...(dropped.length > 0 && {
        preferences: kept,
        droppedPreferences: [...new Set([...droppedPreferences, ...dropped])],
      }),
    },
    unset: Object.fromEntries(PLACED.filter((field) => !(field in derived)).map((field) => [field, 1])),
  }
}
