import { selfiePath } from '@zing/proto/paths'
import type { ReplicatedProfile, User } from '@zing/proto/profiles/users'
import type { UserDocument } from '../models/user.ts'
import { isReported } from '../moderation/report-cases.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { toPhotos } from '../photos/photo-rules.ts'

/** Public fields, listed one by one so that a new private field stays private. */
export function toProfile(user: UserDocument): Required<ReplicatedProfile> {
  const { _id, name, age, gender, orientation, selfieVersion, createdAt, hidden } = user
  const { bio, prompts, interests, lookingFor } = user
  const selfie = selfieVersion ? selfiePath(_id, selfieVersion) : null
  return {
    id: _id,
    name,
    age,
    gender,
    orientation,
    selfie,
    createdAt: createdAt.toISOString(),
    hidden: hidden ?? false,
    suspendedUntil: suspendedUntil(user, new Date()),
    isReported: isReported(user),
    photos: toPhotos(user),
    bio: bio ?? null,
    prompts: (prompts ?? []).map(({ promptId, answer }) => ({ promptId, answer })),
    interests: interests ?? [],
    lookingFor: lookingFor ?? null,
  }
}

export function toUser(user: UserDocument): User {
  const { username, hidden, showOnline, role } = user
  const isMember = !role || role === 'member'
  return {
    ...toProfile(user),
    username,
    hidden: hidden ?? false,
    ...(showOnline === false && { showOnline }),
    ...(!isMember && { role }),
  }
}
