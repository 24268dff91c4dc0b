import { t } from '@lingui/core/macro'
import type { DistanceBand, PlaceKind } from '@zing/proto/places/place'
import type { PublicProfile, User } from '@zing/proto/profiles/users'

/** The kind of a place, beside its name. */
export function kindText(kind: PlaceKind): string {
  return { town: t`Town`, region: t`Region`, country: t`Country` }[kind]
}

/** Region and country of a place, where it has them. */
export function wherePlaceIs({ region, country }: { region?: string; country?: string }): string {
  return [region, country].filter(Boolean).join(' · ')
}

/** The place on the own card, as others see it. */
export function ownCardPlace({
  place,
  trip,
}: Pick<User, 'place' | 'trip'>): Pick<PublicProfile, 'place' | 'placeKind' | 'visiting'> {
  const shown = trip?.place ?? place
  if (!shown) return {}
  return { place: shown.name, placeKind: shown.kind, ...(trip && { visiting: true }) }
}

/** The distance between two cards, by their towns alone. */
export function distanceText(distance: DistanceBand): string {
  if (distance === '0') return t`In your town`
  if (distance === 'far') return t`Over 250 km away`
  const km = distance
  return t`Within ${km} km`
}
