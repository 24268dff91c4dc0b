import type { PublicProfile, UserSummary } from '@zing/proto/users'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from './pair-rules.ts'

export function toCard({ _id, name, selfie }: Profile): UserSummary {
  return { id: _id, name, selfie: selfie ?? null }
}

/** A person as `viewerId` sees them. */
export function toPublicProfile(
  person: Profile,
  pair: Pair | undefined,
  likeCount: number,
  viewerId: number,
): PublicProfile {
  const { _id, name, age, gender, orientation, selfie, createdAt } = person
  return {
    id: _id,
    name,
    age,
    gender,
    orientation,
    selfie: selfie ?? null,
    createdAt: createdAt.toISOString(),
    likeCount,
    hasLiked: Boolean(pair?.[sidesOf(pair, viewerId).mine]),
    isMatch: Boolean(pair?.matchedAt),
  }
}
