import { z } from 'zod/mini'
import { Role } from '../accounts/roles.ts'
import { AccountStatus, Application } from '../community/door.ts'
import { language } from '../community/language.ts'
import { isoTime, selfiePathOrNull } from '../fields.ts'
import { OwnVerification } from '../moderation/verification.ts'
import { CardPlace, NamedPlace, placeFields, Trip } from '../places/place.ts'
import { OwnPhoto, storyFields } from './story.ts'

const profileFields = {
  id: z.int(),
  name: z.string(),
  age: z.int(),
  gender: z.string(),
  orientation: z.string(),
  /** Path of the main photo, the first of `photos`: the selfie, unless the user has put another photo first. */
  selfie: selfiePathOrNull,
  createdAt: isoTime,
}

/** The signed-in user's own account. No other user receives it. */
export const User = z.object({
  ...profileFields,
  ...storyFields,
  photos: z.array(OwnPhoto),
  username: z.string(),
  /** Not in the feed, at the user's request. */
  hidden: z.boolean(),
  /** The user gave or confirmed the age more than AGE_CONFIRMED_MS ago. PATCH /api/user with an age ends it. Absent: false. */
  mustConfirmAge: z.exactOptional(z.boolean()),
  /** Matches see when the user is online; absent: true. */
  showOnline: z.exactOptional(z.boolean()),
  /** Others see the orientation; absent: true. */
  showOrientation: z.exactOptional(z.boolean()),
  /** The home, also during a trip. Absent in a community without places. */
  place: z.exactOptional(z.nullable(NamedPlace)),
  trip: z.exactOptional(Trip),
  /** Absent until the user has chosen one. */
  language: z.exactOptional(language),
  /** Absent for a member. */
  role: z.exactOptional(Role),
  /** Absent: active. */
  status: z.exactOptional(AccountStatus),
  /** The main photo shows the member: a moderator has compared it with poses before the camera. */
  verified: z.exactOptional(z.boolean()),
  /** The last verification; absent: none. */
  verification: z.exactOptional(OwnVerification),
  /** Present for an account that has applied to join. */
  application: z.exactOptional(Application),
  /** The community's terms have changed since the user accepted them. PATCH /api/user with `acceptedTerms` ends it. */
  mustAcceptTerms: z.exactOptional(z.boolean()),
})
export type User = z.infer<typeof User>

/** A profile as the services exchange it. `orientation` is empty if the user hides it. */
export const ReplicatedProfile = z.object({
  ...profileFields,
  ...storyFields,
  hidden: z.boolean(),
  /** Until then moderators hide the user. Null if they do not. */
  suspendedUntil: z.nullable(isoTime),
  /** A case of reports about the user is open. */
  isReported: z.boolean(),
  /** Absent without a place on the card. */
  place: z.exactOptional(CardPlace),
  /** Absent: not verified. */
  verified: z.exactOptional(z.literal(true)),
})
export type ReplicatedProfile = z.infer<typeof ReplicatedProfile>

/** A profile in an event. It has no place: the stream keeps events for days, and a former place must be gone at once. */
export const AnnouncedProfile = z.extend(z.omit(ReplicatedProfile, { place: true }), {
  /** Present with a place on the card: auth returns it with `getReplicatedProfile`. */
  hasPlace: z.exactOptional(z.literal(true)),
})
export type AnnouncedProfile = z.infer<typeof AnnouncedProfile>

/** Summary of a user for notifications, match overlays and pushes. `name` is the first name, see `firstNameOf`. */
export const UserSummary = z.object({ id: z.int(), name: z.string(), selfie: selfiePathOrNull })
export type UserSummary = z.infer<typeof UserSummary>

/**
 * The profile of a user as the caller sees it, with the first name only. `orientation` is empty if the user hides it.
 * `hasLiked` and `isMatch` are about the caller.
 */
export const PublicProfile = z.object({
  ...profileFields,
  ...storyFields,
  ...placeFields,
  /** Absent: not verified. */
  verified: z.exactOptional(z.literal(true)),
  likeCount: z.int(),
  hasLiked: z.boolean(),
  isMatch: z.boolean(),
})
export type PublicProfile = z.infer<typeof PublicProfile>

export const Match = z.extend(PublicProfile, { matchedAt: isoTime })
export type Match = z.infer<typeof Match>

/** A match of the caller that ended within PAST_MATCH_MS. */
export const PastMatch = z.object({
  id: z.int(),
  name: z.string(),
  /** Always null: the client could fetch a photo until its user blocks the caller. */
  selfie: selfiePathOrNull,
  endedAt: isoTime,
  /** The caller has blocked this user, or a block ended the match. */
  isBlocked: z.boolean(),
})
export type PastMatch = z.infer<typeof PastMatch>

/** A user whom the caller blocks. */
export const BlockedPerson = z.object({
  id: z.int(),
  name: z.string(),
  age: z.int(),
  /** Always null: a photo would be gone as soon as its user blocks the caller. */
  selfie: selfiePathOrNull,
  blockedAt: isoTime,
})
export type BlockedPerson = z.infer<typeof BlockedPerson>
