import type { Nats } from '@zing/kit/nats/connection'
import type { Log } from '@zing/kit/observability/logger'
import type { ResetWorker } from './domain/reset-worker.ts'
import type { Models } from './models/models.ts'

/** What the process owns; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  resets: ResetWorker
  pin: string
  /** In so long one attempt is refillAttempts. */
  pinRefillMs: number
  isResetEnabled: boolean
  /** Lower case; null: everybody who knows the PIN. */
  administrators: string[] | null
}
