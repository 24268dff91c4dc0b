import type { Settings } from '@zing/proto/community/settings'
import { AGE_CONFIRMED_MS } from '@zing/proto/limits'
import { EvidenceProfile } from '@zing/proto/moderation/evidence'
import { writtenOf } from '@zing/proto/profile-fields'
import type { AnnouncedProfile, ReplicatedProfile, User } from '@zing/proto/profiles/users'
import { toApplication } from '../applications/application.ts'
import type { UserDocument } from '../models/user.ts'
import { isReported } from '../moderation/report-cases.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { toOwnPhotos, toPhotos } from '../photos/photo-rules.ts'
import { cardPlaceOf, runningTrip } from '../places/card-place.ts'
import { isVerified, toOwnVerification } from '../verification/verification-rules.ts'

/** Public fields, listed one by one so that a new private field stays private. */
export function toProfile(user: UserDocument): ReplicatedProfile {
  const { _id, name, age, gender, orientation, showOrientation, createdAt, hidden } = user
  const photos = toPhotos(user)
  const now = new Date()
  const place = cardPlaceOf(user, now)
  return {
    id: _id,
    name,
    age,
    gender,
    orientation: showOrientation === false ? '' : orientation,
    selfie: photos[0]?.path ?? null,
    createdAt: createdAt.toISOString(),
    hidden: hidden ?? false,
    suspendedUntil: suspendedUntil(user, now),
    isReported: isReported(user),
    photos,
    ...writtenOf(user),
    ...(isVerified(user) && { verified: true as const }), // whatever the mode, as the place
    ...(place && { place }), // whatever the mode: who shows it looks at the mode, so that nothing is lost
  }
}

export function toAnnouncedProfile(user: UserDocument): AnnouncedProfile {
  const { place, ...profile } = toProfile(user)
  return { ...profile, ...(place && { hasPlace: true }) }
}

/** The account as its user sees it under these settings. Without them: all of it but the verification. */
export function toUser(user: UserDocument, settings?: Pick<Settings, 'terms' | 'place' | 'people'>): User {
  const { username, orientation, language, showOnline, showOrientation, role, status } = user
  const application = toApplication(user)
  const isMember = !role || role === 'member'
  const { place: _card, verified: _badge, ...profile } = toProfile(user)
  return {
    ...profile,
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
    ...((user.acceptedTerms ?? 0) < (settings?.terms.version ?? 0) && { mustAcceptTerms: true }),
    ...(settings && settings.people.verification !== 'off' && verificationOf(user)),
    ...(settings?.place !== 'off' && placesOf(user)),
  }
}

function verificationOf(user: UserDocument): Pick<User, 'verified' | 'verification'> {
  const verification = toOwnVerification(user, new Date())
  return { verified: isVerified(user), ...(verification && { verification }) }
}

function placesOf(user: UserDocument): Pick<User, 'place' | 'trip'> {
  const trip = runningTrip(user, new Date())
  return {
    place: user.place ?? null,
    ...(trip && {
      trip: { place: { id: trip.id, name: trip.name, kind: trip.kind }, until: trip.until.toISOString() },
    }),
  }
}

/** The account as moderators see it: with the place on the card and no other. */
export function toEvidenceProfile(user: UserDocument, { place: mode }: Pick<Settings, 'place'>): EvidenceProfile {
  const { place: _home, trip: _trip, ...account } = toUser(user)
  const place = mode === 'off' ? null : cardPlaceOf(user, new Date())
  return EvidenceProfile.parse({ ...account, ...(place && { place }) })
}

function mustConfirmAge({ ageConfirmedAt, createdAt }: UserDocument): boolean {
  return Date.now() - (ageConfirmedAt ?? createdAt).getTime() > AGE_CONFIRMED_MS
}
