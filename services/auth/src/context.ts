import type { OpenBlobs } from '@zing/blobs/open-blobs'
import type { DailyQuota } from '@zing/kit/mongo/daily-quota'
import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { FollowedEpoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/relay'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { Log } from '@zing/kit/observability/logger'
import type { DelayedSweep } from '@zing/kit/timing/delayed-sweep'
import type { Repeated } from '@zing/kit/timing/repeat'
import type { LRUCache } from 'lru-cache'
import type { UsernameHash } from './accounts/username-hash.ts'
import type { Proofs } from './door/proofs.ts'
import type { BackgroundJobs } from './export/background-jobs.ts'
import type { DeviceCookies } from './login-throttle/device-cookies.ts'
import type { LoginThrottle } from './login-throttle/login-throttle.ts'
import type { Models } from './models/models.ts'
import type { UserDocument } from './models/user.ts'
import type { DataTokens } from './moderation/data-tokens.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { SessionLifetime } from './sessions/session-expiry.ts'
import type { SessionTokens } from './sessions/session-tokens.ts'
import type { SessionUse } from './sessions/session-use.ts'
import type { SetupLink } from './setup/setup-link.ts'

/** The resources of the process; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  blobs: OpenBlobs
  nats: Nats
  relay: Relay
  epoch: FollowedEpoch
  userIds: Ids
  tokens: SessionTokens
  sessionLifetime: SessionLifetime
  sessionUse: SessionUse
  loginThrottle: LoginThrottle
  /** Photos that were sent lately, by blob key. They are sent only after a check of access. */
  photoBytes: LRUCache<string, Buffer>
  photoReads: PhotoReads
  /** Counts the users whose photos a viewer receives. */
  photoQuota: DailyQuota
  deviceCookies: DeviceCookies
  dataTokens: DataTokens
  relyingParty: RelyingParty
  exportJobs: BackgroundJobs
  setupLink: SetupLink
  /** An address counts for at most this many sign-ups an hour, its own rate limit: one machine is no crowd. */
  signUpsOfAddress: number
  /** Sign-ups of the last hour by address, in this process alone. */
  signUpAddresses: LRUCache<string, number>
  /** The limit of successful logins of an account; null: no limit. */
  loginsPerHour: number | null
  /** Lower case. */
  reservedUsernames: ReadonlySet<string>
  /** Recognises the usernames of deleted accounts. */
  usernameHash: UsernameHash
  /** Reports accounts that resemble banned ones. */
  banMatches: Pick<Repeated, 'soon'>
  /** Deletes pictures of verifications that are over. */
  endedPictures: Pick<Repeated, 'soon'>
  /** Shows veiled photos to moderators. */
  photoReports: Pick<Repeated, 'soon'>
  /** Asks vision about pictures. */
  looks: Pick<Repeated, 'soon'>
  /** The community's settings. */
  settings: FollowedSettings
  /** Longest wait of a call for the first settings, in ms. */
  settingsWaitMs: number
  proofs: Proofs
  invitationIds: Ids
  verificationIds: Ids
  /** Repairs the count of accounts. */
  doorRecount: Pick<DelayedSweep, 'soon'>
  /** Repeats erasures. */
  erasureSweep: Pick<DelayedSweep, 'soon'>
}

export type PhotoOwner = Pick<
  UserDocument,
  '_id' | 'hidden' | 'status' | 'restrictions' | 'photoFolder' | 'selfieVersion' | 'photos' | 'veils'
>

/** Reads of a check of access to a photo. Checks at the same time share a command: a feed page has twenty photos. */
export interface PhotoReads {
  owner(userId: number): Promise<PhotoOwner | null>
  isBlocked(pairKey: string): Promise<boolean>
}
