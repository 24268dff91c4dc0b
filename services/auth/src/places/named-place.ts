import { isNameOf, nameOf } from '@zing/places/name-of'
import { placeOf } from '@zing/places/place-of'
import { errors } from '@zing/proto/errors'
import type { NamedPlace } from '@zing/proto/places/place'

/** The place as a member chose it: in the spelling of the search, else in `language`. 400 for an unknown place or name. */
export function namedPlace(id: string, name: string | undefined, language: string): NamedPlace {
  const place = placeOf(id)
  if (!place || (name !== undefined && !isNameOf(id, name))) throw errors.unknownPlace()
  return { id, name: name ?? nameOf(id, language) ?? id, kind: place.kind }
}
