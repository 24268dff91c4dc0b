import { findPlaces as search } from '@zing/places/find-places'
import { nameOf } from '@zing/places/name-of'
import { placeOf } from '@zing/places/place-of'
import type { QueryOf } from '@zing/proto/endpoint'
import type { findPlaces as contract } from '@zing/proto/http/places'
import { PLACES_FOUND_MAX } from '@zing/proto/limits'
import type { FoundPlace } from '@zing/proto/places/place'
import type { Ctx } from '../context.ts'
import { requirePlaces } from './move-user.ts'

/** Places by a search, or by their ids. */
export function findPlaces(ctx: Ctx, { q = '', language = 'en', ids }: QueryOf<typeof contract>): FoundPlace[] {
  requirePlaces(ctx)
  if (ids === undefined) return search(q, language, PLACES_FOUND_MAX)
  const wanted = [...new Set(ids.split(','))].slice(0, PLACES_FOUND_MAX)
  return wanted.flatMap((id) => foundPlace(id, language) ?? [])
}

function foundPlace(id: string, language: string): FoundPlace | null {
  const place = placeOf(id)
  const name = nameOf(id, language)
  if (!place || name === undefined) return null
  const region = place.kind === 'town' && place.regionId ? nameOf(place.regionId, language) : undefined
  const country = place.kind === 'country' ? undefined : nameOf(place.countryId, language)
  return { id, name, kind: place.kind, ...(region && { region }), ...(country && { country }) }
}
