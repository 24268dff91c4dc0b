import { AGE_CONFIRMED_MS } from '@zing/proto/limits'
import { selfiePath } from '@zing/proto/paths'
import { writtenOf } from '@zing/proto/profile-fields'
import type { ReplicatedProfile, User } from '@zing/proto/profiles/users'
import type { UserDocument } from '../models/user.ts'
import { isReported } from '../moderation/report-cases.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { toPhotos } from '../photos/photo-rules.ts'

/** Public fields, listed one by one so that a new private field stays private. */
export function toProfile(user: UserDocument): ReplicatedProfile {
  const { _id, name, age, gender, orientation, selfieVersion, createdAt, hidden } = user
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
    ...writtenOf(user),
  }
}

export function toUser(user: UserDocument): User {
  const { username, showOnline, role } = user
  const isMember = !role || role === 'member'
  return {
    ...toProfile(user),
    username,
    ...(mustConfirmAge(user) && { mustConfirmAge: true }),
    ...(showOnline === false && { showOnline }),
    ...(!isMember && { role }),
  }
}

function mustConfirmAge({ ageConfirmedAt, createdAt }: UserDocument): boolean {
  return Date.now() - (ageConfirmedAt ?? createdAt).getTime() > AGE_CONFIRMED_MS
}
