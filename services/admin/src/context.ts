import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Relay } from '@zing/kit/nats/relay'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { Log } from '@zing/kit/observability/logger'
import type { Repeated } from '@zing/kit/timing/repeat'
import type { Palette } from '@zing/proto/community/settings'
import type { ReportBlocks } from './cases/reports/report-blocks.ts'
import type { Models } from './models/models.ts'
import type { ResetWorker } from './reset/reset-worker.ts'

/** The resources of the process; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  settings: FollowedSettings
  /** Publishes events, adds audit entries and makes blocks, all from the outboxes of cases and settings. */
  relay: Relay
  reportBlocks: ReportBlocks
  /** The colours of the accent in force are made once. */
  paletteOf: (accent: string) => Palette
  /** Publishes the community's settings. */
  publication: Pick<Repeated, 'wake'>
  ids: { cases: Ids; reports: Ids; decisions: Ids; notes: Ids }
  resets: ResetWorker
  resetWaitMs: number
  pin: string
  /** Time in which one attempt is refilled. */
  pinRefillMs: number
  isResetEnabled: boolean
  /** Lower case; null: every user who knows the PIN. */
  administrators: string[] | null
}
