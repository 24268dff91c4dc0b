import type { DailyQuota } from '@zing/kit/mongo/daily-quota'
import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/outbox'
import type { SettledSweep } from '@zing/kit/nats/settled-sweep'
import type { Log } from '@zing/kit/observability/logger'
import type { Models } from './models/models.ts'

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
  /** Of profiles per user. */
  profileQuota: DailyQuota
  /** Repeats erasures. */
  settling: Pick<SettledSweep, 'soon'>
}

export interface LikeCounts {
  /** The likes of this person have changed: store how many there are, if that many are stored at all. */
  refresh(userId: number): void
  stop(): Promise<void>
}

export interface Totals {
  matches: number
  likes: number
}

export type CountAll = () => Promise<Totals>
