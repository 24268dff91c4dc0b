import type { Epoch } from '@zing/kit/epoch'
import type { Ids } from '@zing/kit/ids'
import type { Log } from '@zing/kit/log'
import type { Nats } from '@zing/kit/nats'
import type { Relay } from '@zing/kit/outbox'
import type { CountAll } from './domain/count-all.ts'
import type { LikeCounts } from './domain/refresh-like-counts.ts'
import type { Models } from './models/models.ts'

/** What the process owns; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  notificationIds: Ids
  likeCounts: LikeCounts
  countAll: CountAll
}
