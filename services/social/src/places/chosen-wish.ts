import { placeOf } from '@zing/places/place-of'
import { errors } from '@zing/proto/errors'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import type { Profile } from '../models/profile.ts'
import { kindOf, type PlaceWish, standingWith, wishIn } from './place-wish.ts'

/** The wish that a change of the preferences leaves. 400 for unknown places, 409 if the card is coarser than a new wish. */
export function chosenWish({ place, preferences }: Partial<Profile>, wanted: Partial<DiscoveryPreferences>): PlaceWish {
  const former = wishIn(preferences ?? {})
  const { maxDistanceKm = former.maxDistanceKm, places = former.places } = wanted
  const wish = { maxDistanceKm, places: [...new Set(places)].toSorted() }
  const added = {
    maxDistanceKm: maxDistanceKm === former.maxDistanceKm ? null : maxDistanceKm, // a former wish may rest during a trip
    places: wish.places.filter((id) => !former.places.includes(id)),
  }
  if (!added.places.every((id) => kindOf(id) !== 'town' && placeOf(id))) throw errors.unknownPlace()
  const standing = standingWith(place, added)
  const isRefused = standing.maxDistanceKm !== added.maxDistanceKm || standing.places.length < added.places.length
  if (isRefused) throw errors.placeNeeded()
  return wish
}
