import { selfiePath } from '@zing/proto/paths'
import type { ReplicatedProfile, User } from '@zing/proto/users'
import type { UserDocument } from '../models/user.ts'

/** Public fields, listed one by one so that a new private field stays private. */
export function toProfile({
  _id,
  name,
  age,
  gender,
  orientation,
  selfieVersion,
  createdAt,
  hidden,
}: UserDocument): ReplicatedProfile {
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
  }
}

export function toUser(user: UserDocument): User {
  return { ...toProfile(user), username: user.username, hidden: user.hidden ?? false }
}
