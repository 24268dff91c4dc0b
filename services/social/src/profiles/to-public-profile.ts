import { writtenOf } from '@zing/proto/profile-fields'
import type { PublicProfile, UserSummary } from '@zing/proto/profiles/users'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'

export function toSummary({ _id, name, selfie }: Profile): UserSummary {
  return { id: _id, name, selfie }
}

export function toPublicProfile(
  profile: Profile,
  pair: Pair | undefined,
  likeCount: number,
  viewerId: number,
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
    createdAt: createdAt.toISOString(),
    likeCount,
    hasLiked: Boolean(pair?.[sidesOf(pair, viewerId).mine]),
    isMatch: Boolean(pair?.matchedAt),
  }
}
