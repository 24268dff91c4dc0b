import { AGE_CONFIRMED_MS } from '@zing/proto/limits'
import { writtenOf } from '@zing/proto/profile-fields'
import type { ReplicatedProfile, User } from '@zing/proto/profiles/users'
import { toApplication } from '../applications/application.ts'
import type { UserDocument } from '../models/user.ts'
import { isReported } from '../moderation/report-cases.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { toOwnPhotos, toPhotos } from '../photos/photo-rules.ts'

/** Public fields, listed one by one so that a new private field stays private. */
export function toProfile(user: UserDocument): ReplicatedProfile {
  const { _id, name, age, gender, orientation, showOrientation, createdAt, hidden } = user
  const photos = toPhotos(user)
  return {
    id: _id,
    name,
    age,
    gender,
    orientation: showOrientation === false ? '' : orientation,
    selfie: photos[0]?.path ?? null,
    createdAt: createdAt.toISOString(),
    hidden: hidden ?? false,
    suspendedUntil: suspendedUntil(user, new Date()),
    isReported: isReported(user),
    photos,
    ...writtenOf(user),
  }
}

/** The account as its user sees it. `termsVersion` is the version of the community's terms. */
export function toUser(user: UserDocument, termsVersion = 0): User {
  const { username, orientation, language, showOnline, showOrientation, role, status } = user
  const application = toApplication(user)
  const isMember = !role || role === 'member'
  return {
    ...toProfile(user),
    orientation,
    photos: toOwnPhotos(user),
    username,
    ...(mustConfirmAge(user) && { mustConfirmAge: true }),
    ...(showOnline === false && { showOnline }),
    ...(showOrientation === false && { showOrientation }),
    ...(language && { language }),
    ...(!isMember && { role }),
    ...(application && { status: status ?? 'active', application }),
    ...(status && { status }),
    ...((user.acceptedTerms ?? 0) < termsVersion && { mustAcceptTerms: true }),
  }
}

function mustConfirmAge({ ageConfirmedAt, createdAt }: UserDocument): boolean {
  return Date.now() - (ageConfirmedAt ?? createdAt).getTime() > AGE_CONFIRMED_MS
}
