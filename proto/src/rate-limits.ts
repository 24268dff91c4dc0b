import { WRITES_PER_MINUTE } from './limits.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

/**
 * A bucket of points for each address or user. Calls take points, and an empty bucket rejects them (SEC-26, SEC-48,
 * SEC-90).
 */
export interface RateLimit {
  /** Names the bucket. Limits with the same name share it, also across processes. */
  name: string
  by: 'address' | 'user'
  /** Size of the bucket by RATE_PROFILE. */
  points: Record<'strict' | 'normal', number>
  seconds: number
  /** Statuses of the responses that use a point; absent: all. */
  counts?: CountedStatus
  /**
   * Takes the point after the response. Otherwise the call takes it before, and gets it back if the response does not
   * count.
   */
  isTakenAfter?: boolean
}

/** `refusal`: the service has read and refused the input, with a 4xx other than 429. */
export type CountedStatus = 'success' | 'refusal' | 401 | 403

// Limits of calls that declare none

export const reads: RateLimit = { name: 'read', by: 'user', points: { strict: 600, normal: 6_000 }, seconds: MINUTE }
/** Counts SEND_MESSAGE too. */
export const writes: RateLimit = { name: 'write', by: 'user', points: WRITES_PER_MINUTE, seconds: MINUTE }

// Accounts and sessions

export const registrations: RateLimit = {
  name: 'register',
  by: 'address',
  points: { strict: 10, normal: 200 },
  seconds: HOUR,
  counts: 'success',
}
export const refusedRegistrations: RateLimit = {
  name: 'register-refused',
  by: 'address',
  points: { strict: 60, normal: 1_000 },
  seconds: HOUR,
  counts: 'refusal',
  isTakenAfter: true,
}
/** One bucket for all calls that verify a password, passkey or code. No call adds guesses for an address (SEC-48). */
export const failedLogins: RateLimit = {
  name: 'login',
  by: 'address',
  points: { strict: 30, normal: 30 },
  seconds: 15 * MINUTE,
  counts: 401,
}
export const failedConfirmations: RateLimit = { ...failedLogins, counts: 403 }
export const logins: RateLimit = {
  name: 'login-accepted',
  by: 'address',
  points: { strict: 60, normal: 1_000 },
  seconds: HOUR,
  counts: 'success',
  isTakenAfter: true,
}
export const passwordChecks: RateLimit = {
  name: 'password',
  by: 'user',
  points: { strict: 20, normal: 200 },
  seconds: HOUR,
}
export const newRecoveryCodes: RateLimit = {
  name: 'recovery-codes',
  by: 'user',
  points: { strict: 20, normal: 200 },
  seconds: HOUR,
}
export const passkeyLogins: RateLimit = {
  name: 'passkey-options',
  by: 'address',
  points: { strict: 120, normal: 2_000 },
  seconds: HOUR,
}
export const passkeys: RateLimit = { name: 'passkeys', by: 'user', points: { strict: 60, normal: 600 }, seconds: HOUR }
export const deletions: RateLimit = {
  name: 'delete-account',
  by: 'user',
  points: { strict: 10, normal: 100 },
  seconds: HOUR,
}
/** A sign-up checks its username and its password. */
export const signUpChecks: RateLimit[] = [
  { name: 'check-minute', by: 'address', points: { strict: 20, normal: 200 }, seconds: MINUTE },
  { name: 'check-hour', by: 'address', points: { strict: 200, normal: 2_000 }, seconds: HOUR },
]

/** A search for each key of a word. */
export const placeSearches: RateLimit = {
  name: 'places',
  by: 'address',
  points: { strict: 300, normal: 3_000 },
  seconds: MINUTE,
}
export const newInvitations: RateLimit = {
  name: 'invitations',
  by: 'user',
  points: { strict: 60, normal: 600 },
  seconds: HOUR,
}
/** Guesses of a setup link. */
export const setups: RateLimit = { name: 'setup', by: 'address', points: { strict: 30, normal: 300 }, seconds: HOUR }

// Copies of a user's data, and suspended users

export const newExports: RateLimit = { name: 'exports', by: 'user', points: { strict: 5, normal: 50 }, seconds: DAY }
export const exportDownloads: RateLimit = {
  name: 'export-downloads',
  by: 'user',
  points: { strict: 60, normal: 600 },
  seconds: HOUR,
}
export const suspendedExports: RateLimit = {
  name: 'suspended-exports',
  by: 'address',
  points: { strict: 10, normal: 100 },
  seconds: DAY,
}
export const suspendedExportDownloads: RateLimit = {
  name: 'suspended-export-downloads',
  by: 'address',
  points: { strict: 60, normal: 600 },
  seconds: HOUR,
}
export const suspendedDeletions: RateLimit = {
  name: 'delete-suspended',
  by: 'address',
  points: { strict: 20, normal: 200 },
  seconds: HOUR,
}

// Discovery and photos

export const feedPages: RateLimit = {
  name: 'feed',
  by: 'user',
  points: { strict: 120, normal: 1_200 },
  seconds: MINUTE,
}
export const discoveryHints: RateLimit = {
  name: 'hints',
  by: 'user',
  points: { strict: 30, normal: 300 },
  seconds: MINUTE,
}
/** Each set of preferences reveals who fits it, and whose preferences the caller fits. */
export const newPreferences: RateLimit = {
  name: 'preferences',
  by: 'user',
  points: { strict: 60, normal: 600 },
  seconds: HOUR,
}
export const photoViews: RateLimit = {
  name: 'photos',
  by: 'user',
  points: { strict: 1_200, normal: 6_000 },
  seconds: MINUTE,
}
/** PHOTO_UPLOADS_PER_DAY limits decoded photos, this limit refused uploads. */
export const newPhotos: RateLimit = {
  name: 'new-photos',
  by: 'user',
  points: { strict: 60, normal: 600 },
  seconds: HOUR,
}
/** MEDIA_PER_DAY limits stored media; this limit also counts uploads that are refused before their bytes are read. */
export const newMedia: RateLimit = {
  name: 'new-media',
  by: 'user',
  points: { strict: 200, normal: 6_000 },
  seconds: HOUR,
}
/** Apart from photos of profiles: opening a conversation with many media does not empty the feed. */
export const mediaViews: RateLimit = {
  name: 'media',
  by: 'user',
  points: { strict: 1_200, normal: 6_000 },
  seconds: MINUTE,
}
/** VERIFICATIONS_PER_DAY limits sent verifications; this limit counts begun ones. */
export const newVerifications: RateLimit = {
  name: 'new-verifications',
  by: 'user',
  points: { strict: 10, normal: 100 },
  seconds: HOUR,
}
export const newFrames: RateLimit = {
  name: 'new-frames',
  by: 'user',
  points: { strict: 40, normal: 400 },
  seconds: HOUR,
}
export const pushSubscriptions: RateLimit = {
  name: 'push-subscriptions',
  by: 'user',
  points: { strict: 60, normal: 600 },
  seconds: HOUR,
}

// Moderation

/** REPORTS_PER_DAY limits stored reports, this limit the work for refused ones. */
export const reports: RateLimit[] = [
  { name: 'report', by: 'user', points: { strict: 30, normal: 300 }, seconds: HOUR },
  { name: 'report-address', by: 'address', points: { strict: 60, normal: 6_000 }, seconds: HOUR },
]
export const appeals: RateLimit = { name: 'appeal', by: 'address', points: { strict: 20, normal: 200 }, seconds: HOUR }
export const viewedCases: RateLimit = {
  name: 'case',
  by: 'user',
  points: { strict: 120, normal: 1_200 },
  seconds: MINUTE,
}
export const cspReports: RateLimit = {
  name: 'csp-report',
  by: 'address',
  points: { strict: 30, normal: 300 },
  seconds: MINUTE,
}
