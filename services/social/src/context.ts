import type { DailyQuota } from '@zing/kit/mongo/daily-quota'
import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/relay'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { PublishWork } from '@zing/kit/nats/streams/work-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { DelayedSweep } from '@zing/kit/timing/delayed-sweep'
import type { LimitedLevel } from '@zing/proto/accounts/trust'
import type { DiscoveryHint } from '@zing/proto/profiles/discovery'
import type { LRUCache } from 'lru-cache'
import type { Models } from './models/models.ts'
import type { NotificationDocument } from './models/notification.ts'
import type { Pair } from './models/pair.ts'
import type { Profile } from './models/profile.ts'
import type { BroadcastToTabs } from './tab-broadcasts.ts'
import type { IsActive } from './web-push/devices/session-check.ts'
import type { HostLimits } from './web-push/endpoints/host-limits.ts'
import type { Poster } from './web-push/endpoints/post.ts'
import type { Vapid } from './web-push/endpoints/vapid.ts'
import type { Plan } from './web-push/share-plans.ts'

/** The resources of the process; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  notificationIds: Ids
  likeCounts: LikeCounts
  countAll: CountAll
  reads: SharedReads
  /** Limits the profiles that a user receives in a day. */
  profileQuota: DailyQuota
  /** Limits likers who are trusted less; null without limits. */
  likeQuota: LikeQuota | null
  hintCache: HintCache
  /** Repeats erasures. */
  erasureSweep: Pick<DelayedSweep, 'soon'>
  publishWork: PublishWork
  settings: FollowedSettings
  broadcastToTabs: BroadcastToTabs
  /** Null where no VAPID keys are set up. */
  webPush: WebPush | null
}

export interface WebPush {
  vapid: Vapid
  /** Push hosts on this machine are allowed, for tests. */
  allowLoopback: boolean
  /** Shortest pause before a push is tried again, where a test shortens it. */
  retryMs?: number | undefined
  hostLimits: HostLimits
  poster: Poster
  isActive: IsActive
  plan: Plan<Ctx>
}

/** Counts a like of today; 429 when none are left. */
export type LikeQuota = (level: LimitedLevel, likerId: number, likedId: number) => Promise<void>

/** Hints by user and preferences, for HINTS_FRESH_MS. */
export type HintCache = LRUCache<string, DiscoveryHint[]>

export interface LikeCounts {
  /** The likes of this user have changed: updates the stored count, if the count is high enough to be stored. */
  refresh(userId: number): void
  stop(): Promise<void>
}

/** Reads of a single thing. Calls at the same time share a command, so that a burst of likes costs few of them. */
export interface SharedReads {
  profile(id: number): Promise<Profile | null>
  /** The pair with this key, without its outbox. */
  pair(key: string): Promise<Pair | null>
  likeCount(profile: Profile): Promise<number>
  /** The users among them who are hidden or suspended now. */
  offFeed(ids: number[]): Promise<Pick<Profile, '_id' | 'hidden' | 'suspendedUntil'>[]>
  /** A user's unread notifications, up to NOTIFICATIONS_MAX. */
  unread(userId: number): Promise<UnreadEntry[]>
  /** True if the user has a device for Web Push. */
  hasDevice(userId: number): Promise<boolean>
}

export type UnreadEntry = Pick<NotificationDocument, 'userId' | 'aboutId' | 'cause'>

export interface Totals {
  matches: number
  likes: number
}

export type CountAll = () => Promise<Totals>
