import type { Settings } from '@zing/proto/community/settings'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { registerUser } from '@zing/proto/http/auth'
import type { NamedPlace } from '@zing/proto/places/place'
import { namedPlace } from './named-place.ts'

type Details = Pick<BodyOf<typeof registerUser>, 'placeId' | 'placeName' | 'language'>

/** The place of a new account. A form that was open while the community switched places off goes through without one. */
export function homeOfSignUp(
  { place: mode, defaultLanguage }: Settings,
  { placeId, placeName, language = defaultLanguage }: Details,
): NamedPlace | null {
  if (mode === 'off') return null
  if (placeId !== undefined) return namedPlace(placeId, placeName, language)
  if (mode === 'required') throw errors.placeRequired()
  return null
}
