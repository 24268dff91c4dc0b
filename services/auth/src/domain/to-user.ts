import { selfiePath } from '@zing/proto/paths'
import type { ReplicatedProfile, User } from '@zing/proto/users'
import type { UserDocument } from '../models/user.ts'
import { suspendedUntil } from './suspension.ts'

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
  }
}

export function toUser(user: UserDocument): User {
  const { username, hidden, role } = user
  const isMember = !role || role === 'member'
  return { ...toProfile(user), username, hidden: hidden ?? false, ...(!isMember && { role }) }
}
