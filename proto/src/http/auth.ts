import { z } from 'zod/mini'
import { applicationAnswer, invitationCode, languageTag } from '../community/door.ts'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { USER_PATH } from '../paths.ts'
import { PlaceId, placeName } from '../places/place.ts'
import { editedFields, forTexts } from '../profile-fields.ts'
import { User } from '../profiles/users.ts'
import * as limits from '../rate-limits.ts'

const PROOF_MAX = 4_096
const termsVersion = z.int('Invalid terms').check(z.minimum(0, 'Invalid terms'))
/** The client has just taken the selfie of this body with its camera, see `Photo`. */
const isLiveSelfie = z.exactOptional(z.boolean('Invalid selfie'))

const place = {
  placeId: z.exactOptional(PlaceId),
  /** One of the names of the place, in the spelling of the search. Absent: its name in the user's language. */
  placeName: z.exactOptional(placeName),
}

/** Creates an account and signs it in. 403 with PLACE_REQUIRED without a place where the community requires one. */
export const registerUser = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  status: 201,
  isUpload: true,
  lane: 'registration',
  priority: 'discovery',
  opensSession: true,
  limits: [limits.registrations, limits.refusedRegistrations],
  body: z.object({
    ...fields.newAccount,
    selfie: z.exactOptional(fields.selfieData),
    isLiveSelfie,
    /** Code of an invitation. */
    invitation: z.exactOptional(invitationCode),
    /** Answer to the community's question. */
    application: z.exactOptional(applicationAnswer),
    /** The language in which the user has read the question. */
    language: z.exactOptional(languageTag),
    /** `terms.version` of the community, which the user has accepted. */
    acceptedTerms: z.exactOptional(termsVersion),
    ...place,
    /** Solution of the challenge of `getRegistration`: base64 of altcha's payload. */
    proof: z.exactOptional(z.string('Invalid proof').check(z.maxLength(PROOF_MAX, 'Invalid proof'))),
  }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [403, 409],
})

/** Signs in. An unknown username and a wrong password get the same response after the same time. */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  lane: 'login',
  opensSession: true,
  limits: [limits.failedLogins, limits.logins],
  body: z.object({ username: fields.loginUsername, password: fields.loginPassword }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [401],
})

/** Ends this session and closes its sockets. The user's other sessions stay. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  headers: ['Set-Cookie'],
  priority: 'session',
  isForPending: true,
})

/** Returns the signed-in user. */
export const getUser = endpoint({
  method: 'GET',
  path: USER_PATH,
  response: User,
  priority: 'session',
  isForPending: true,
})

/**
 * Changes the fields that the body names. `null` removes the selfie or a part of the story. A new selfie gets a new
 * path and comes first. A body that is a photo's file replaces the selfie. 400 for prompts or interests that are not on
 * the lists in `profile-story.ts`. 409 with TERMS_CHANGED for terms of another version, with APPLICATION_DECIDED for an
 * application that is decided or was never made. A new place or trip replaces the former one on the card; 429 with
 * NO_MOVES_LEFT after too many. `trip: null` ends a trip.
 */
export const updateUser = endpoint({
  method: 'PATCH',
  path: USER_PATH,
  isForPending: true,
  isUpload: true,
  priority: 'discovery',
  body: z.object({
    name: z.exactOptional(fields.editName),
    age: z.exactOptional(fields.editAge),
    gender: z.exactOptional(fields.editGender),
    orientation: z.exactOptional(fields.editOrientation),
    showOrientation: z.exactOptional(z.boolean('Invalid visibility')),
    selfie: z.exactOptional(fields.selfieData),
    isLiveSelfie,
    ...forTexts((text) => z.exactOptional(editedFields[text])),
    prompts: z.exactOptional(editedFields.prompts),
    interests: z.exactOptional(editedFields.interests),
    lookingFor: z.exactOptional(editedFields.lookingFor),
    acceptedTerms: z.exactOptional(termsVersion),
    placeId: z.exactOptional(z.nullable(PlaceId)),
    placeName: place.placeName,
    /** Until at most TRIP_MAX_MS from now. */
    trip: z.exactOptional(z.nullable(z.object({ ...place, placeId: PlaceId, until: fields.isoTime }))),
    /** Replaces the answer of an application, or answers the question back if there is one. */
    application: z.exactOptional(applicationAnswer),
  }),
  fileMedia: fields.PHOTO_MEDIA,
  response: User,
  errorResponses: [404, 409],
})

/** Checks whether a username is free, in any letter case. 200 if it is, 409 if it is taken. */
export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/check-username',
  access: 'public',
  priority: 'discovery',
  limits: limits.signUpChecks,
  query: z.object({ username: fields.username }),
  response: z.object({ available: z.literal(true) }),
  errorResponses: [409],
})

/** Checks a password before a registration, which checks it again. 400 with COMMON_PASSWORD if it is easy to guess. */
export const checkPassword = endpoint({
  method: 'POST',
  path: '/api/check-password',
  access: 'public',
  priority: 'discovery',
  limits: limits.signUpChecks,
  body: z.object({ username: fields.username, password: fields.password }),
})

/** Returns a photo of a profile as JPEG. 404 for blocked pairs, and for replaced or removed versions. */
export const getSelfie = endpoint({
  method: 'GET',
  path: '/api/selfies/{userId}/{version}',
  isForPending: true,
  status: 200,
  lane: 'media',
  priority: 'discovery',
  limits: [limits.photoViews],
  params: z.object({ userId: fields.pathId('Invalid user ID'), version: fields.pathId('Invalid version') }),
  query: z.object({
    /** `medium` is as wide as a phone, `small` a square for lists. Absent: the whole photo. */
    size: z.optional(z.enum(['medium', 'small'], 'Invalid size')),
  }),
  media: ['image/jpeg'],
  headers: ['ETag'],
  errorResponses: [404],
})
