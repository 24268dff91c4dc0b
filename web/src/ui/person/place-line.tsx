import { Trans } from '@lingui/react/macro'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { MapPin } from 'lucide-react'
import { distanceText } from '../../lib/text/place-text.ts'

type Located = Pick<PublicProfile, 'place' | 'visiting' | 'distance'>

/** A place as a card names it: "Lisbon" or "Visiting Lisbon". */
export function PlaceName({ place, isVisiting }: { place: string; isVisiting: boolean }) {
  if (!isVisiting) return <bdi>{place}</bdi>
  return (
    <Trans>
      Visiting <bdi>{place}</bdi>
    </Trans>
  )
}

/** The place on a card, such as "Visiting Lisbon · Within 50 km". Nothing for a card without one. */
export function PlaceLine({ profile, className = '' }: { profile: Located; className?: string }) {
  const { place, visiting, distance } = profile
  if (!place) return null
  return (
    <p className={`flex items-start gap-1 [overflow-wrap:anywhere] ${className}`}>
      <MapPin aria-hidden className="mt-[0.1lh] size-[0.8lh] shrink-0" strokeWidth={1.75} />
      <span className="min-w-0">
        <PlaceName place={place} isVisiting={visiting === true} />
        {distance !== undefined && ` · ${distanceText(distance)}`}
      </span>
    </p>
  )
}
