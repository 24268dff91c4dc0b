import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { PREFERRED_PLACES_MAX } from '@zing/proto/limits'
import { MAX_DISTANCES_KM, type NamedPlace } from '@zing/proto/places/place'
import type { OwnPreferences } from '@zing/proto/profiles/discovery'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { usePlaceSearch } from '../../queries/places.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { CheckChips } from '../../ui/inputs/check-chips.tsx'
import { PlacesField } from '../../ui/place/places-field.tsx'
import type { Askable } from './use-askable.ts'

export const ANY_DISTANCE = 'any'
const DISTANCES = [ANY_DISTANCE, ...MAX_DISTANCES_KM.map(String)]

interface PlaceFieldsProps {
  asks: Askable
  preferences: OwnPreferences
  /** Attributes of the radio buttons. */
  distance: ComponentProps<'input'>
  places: readonly NamedPlace[]
  onPlaces: (places: NamedPlace[]) => void
}

/** The distance and the places to choose by. Explains what the own card shows too little for. */
export function PlaceFields({ asks, preferences, distance, places, onPlaces }: PlaceFieldsProps) {
  const search = usePlaceSearch(asks.places)
  const { dropped = [] } = preferences
  const { trip } = useUser()
  const hasPlaces = asks.places.length > 0
  return (
    <>
      {(trip || dropped.length > 0) && (
        <p className="rounded-card border border-line bg-surface p-4">
          {trip
            ? t`During your trip, your distance and places are paused. They count again when it ends.`
            : droppedText(dropped)}
        </p>
      )}
      {asks.distance && (
        <CheckChips
          isSingle
          legend={t`Distance`}
          options={DISTANCES}
          textOf={(km) => (km === ANY_DISTANCE ? t`Any distance` : t`${km} km`)}
          hint={t`From town to town. People who show no town are left out.`}
          box={distance}
        />
      )}
      {hasPlaces && (
        <PlacesField
          label={t`Regions and countries`}
          hint={
            asks.distance
              ? t`Up to ${PREFERRED_PLACES_MAX}. With a distance as well, people fit who match either.`
              : t`Up to ${PREFERRED_PLACES_MAX}.`
          }
          search={search}
          values={places}
          max={PREFERRED_PLACES_MAX}
          onChange={onPlaces}
        />
      )}
      {!asks.distance && !trip && (
        <div>
          <p className="text-sm text-ink-2">
            {hasPlaces
              ? t`You look for others by what you show yourself: a distance needs a town on your card.`
              : t`You look for others by what you show yourself: to choose a distance or places, put a place on your card.`}
          </p>
          <Link to={clientRoutes.editProfile} className="inline-flex min-h-11 items-center font-semibold text-zing">
            {t`Change the place on your card`}
          </Link>
        </div>
      )}
    </>
  )
}

function droppedText(dropped: NonNullable<OwnPreferences['dropped']>): string {
  if (dropped.length > 1) return t`Your card shows less than before, so the distance and some places no longer count.`
  return dropped[0] === 'maxDistanceKm'
    ? t`Your card shows no town anymore, so the distance no longer counts.`
    : t`Your card shows less than before, so some places no longer count.`
}
