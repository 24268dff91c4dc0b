import type { Epoch } from '@zing/kit/epoch'
import type { Ids } from '@zing/kit/ids'
import type { Log } from '@zing/kit/log'
import type { Nats } from '@zing/kit/nats'
import type { Relay } from '@zing/kit/outbox'
import type { LoginGuard } from './domain/login-guard.ts'
import type { SessionTokens } from './domain/session-tokens.ts'
import type { Models } from './models/models.ts'

/** What the process owns; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  userIds: Ids
  photoVersions: Ids
  tokens: SessionTokens
  loginGuard: LoginGuard
}
