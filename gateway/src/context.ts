import type { Log } from '@zing/kit/log'
import type { Config } from './config.ts'
import type { RateLimits } from './rate-limits.ts'
import type { ReadSessionToken } from './session-token.ts'
import type { Verdicts } from './session-verdicts.ts'

/** What the process owns; the first argument of everything that needs it. */
export interface Ctx {
  log: Log
  config: Config
  readSessionToken: ReadSessionToken
  verdicts: Verdicts
  rateLimits: RateLimits
}
