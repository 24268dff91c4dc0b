import type { SecurityLog } from '@zing/kit/observability/limited-security-log'
import type { Log } from '@zing/kit/observability/logger'
import type { RateLimits } from '@zing/kit/rate-limits'
import type { Config } from './config.ts'
import type { SessionCache } from './sessions/session-cache.ts'
import type { ReadSessionToken } from './sessions/session-token.ts'

/** The resources of the process. */
export interface Ctx {
  log: Log
  logSecurity: SecurityLog
  config: Config
  readSessionToken: ReadSessionToken
  sessionCache: SessionCache
  rateLimits: RateLimits
}
