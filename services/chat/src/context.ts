import type { Epoch } from '@zing/kit/epoch'
import type { Ids } from '@zing/kit/ids'
import type { Log } from '@zing/kit/log'
import type { Nats } from '@zing/kit/nats'
import type { Relay } from '@zing/kit/outbox'
import type { Settler } from './domain/settle.ts'
import type { Models } from './models/models.ts'
import type { Push } from './pushes.ts'

/** What the process owns; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  messageIds: Ids
  settler: Settler
  push: Push
}
