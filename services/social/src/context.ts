import type { DailyQuota } from '@zing/kit/mongo/daily-quota'
import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/relay'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { PublishWork } from '@zing/kit/nats/work-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { DelayedSweep } from '@zing/kit/timing/delayed-sweep'
import type { LimitedLevel } from '@zing/proto/accounts/trust'
import type { DiscoveryHint } from '@zing/proto/profiles/discovery'
import type { LRUCache } from 'lru-cache'
import type { Models } from './models/models.ts'
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

export interface Totals {
  matches: number
  likes: number
}

export type CountAll = () => Promise<Totals>
