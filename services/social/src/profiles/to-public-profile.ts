import { writtenOf } from '@zing/proto/profile-fields'
import type { PublicProfile, UserSummary } from '@zing/proto/profiles/users'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { placeFieldsOf } from '../places/place-fields.ts'
import type { Card } from '../places/place-wish.ts'

export function toSummary({ _id, name, selfie }: Profile): UserSummary {
  return { id: _id, name, selfie }
}

/** Whom a profile is shown to, and what the community shows. */
export interface Reader {
  id: number
  arePlacesOn: boolean
  place: Card
  verifiesMembers: boolean
}

export function toPublicProfile(
  profile: Profile,
  pair: Pair | undefined,
  likeCount: number,
  viewer: Reader,
): PublicProfile {
  const { _id, name, age, gender, orientation, selfie, photos, createdAt } = profile
  return {
    id: _id,
    name,
    age,
    gender,
    orientation,
    selfie,
    photos,
    ...writtenOf(profile),
    ...(viewer.arePlacesOn && placeFieldsOf(profile.place, viewer.place)),
    ...(viewer.verifiesMembers && profile.verified && { verified: true as const }),
    createdAt: createdAt.toISOString(),
    likeCount,
    hasLiked: Boolean(pair?.[sidesOf(pair, viewer.id).mine]),
    isMatch: Boolean(pair?.matchedAt),
  }
}
