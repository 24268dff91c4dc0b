import type { Log } from '@zing/kit/observability/logger'
import type { Config } from './config.ts'
import type { RateLimits } from './protection/rate-limits.ts'
import type { SecurityLog } from './protection/security-log.ts'
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
