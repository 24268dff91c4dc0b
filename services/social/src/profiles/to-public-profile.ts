import type { PublicProfile, UserSummary } from '@zing/proto/profiles/users'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { storyOf } from './story.ts'

export function toSummary({ _id, name, selfie }: Profile): UserSummary {
  return { id: _id, name, selfie: selfie ?? null }
}

export function toPublicProfile(
  profile: Profile,
  pair: Pair | undefined,
  likeCount: number,
  viewerId: number,
): PublicProfile {
  const { _id, name, age, gender, orientation, selfie, createdAt } = profile
  return {
    id: _id,
    name,
    age,
    gender,
    orientation,
    selfie: selfie ?? null,
    ...storyOf(profile),
    createdAt: createdAt.toISOString(),
    likeCount,
    hasLiked: Boolean(pair?.[sidesOf(pair, viewerId).mine]),
    isMatch: Boolean(pair?.matchedAt),
  }
}
