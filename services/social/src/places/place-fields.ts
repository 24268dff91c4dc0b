import { bandBetween } from '@zing/places/band-between'
import type { PublicProfile } from '@zing/proto/profiles/users'
import type { Card } from './place-wish.ts'

type PlaceFields = Pick<PublicProfile, 'place' | 'placeKind' | 'visiting' | 'distance'>

/** The place on a profile: a function of the two cards. Preferences must not change it, or it would reveal them. */
export function placeFieldsOf(card: Card, viewerCard: Card): PlaceFields {
  if (!card) return {}
  const { name, kind, isVisiting } = card
  const hasDistance = kind === 'town' && viewerCard?.kind === 'town'
  const distance = hasDistance ? bandBetween(card.id, viewerCard.id) : null
  return { place: name, placeKind: kind, ...(isVisiting && { visiting: true }), ...(distance && { distance }) }
}
