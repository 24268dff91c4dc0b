import { selfiePath } from '@zing/proto/paths'
import type { ReplicatedProfile, User } from '@zing/proto/users'
import type { UserDocument } from '../models/user.ts'

/** What everybody may know, field by field. */
export function toProfile({
  _id,
  name,
  age,
  gender,
  orientation,
  selfieVersion,
  createdAt,
}: UserDocument): ReplicatedProfile {
  const selfie = selfieVersion ? selfiePath(_id, selfieVersion) : null
  return { id: _id, name, age, gender, orientation, selfie, createdAt: createdAt.toISOString() }
}

/** What only oneself sees. */
export function toUser(user: UserDocument): User {
  return { ...toProfile(user), username: user.username }
}
