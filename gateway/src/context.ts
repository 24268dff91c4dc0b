import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { SecurityLog } from '@zing/kit/observability/limited-security-log'
import type { Log } from '@zing/kit/observability/logger'
import type { RateLimits } from '@zing/kit/rate-limits'
import type { SessionChecker } from '@zing/kit/sessions/session-checker'
import type { Config } from './config.ts'
import type { SessionSockets } from './sessions/session-sockets.ts'
import type { ReadSessionToken } from './sessions/session-token.ts'

/** The resources of the process. */
export interface Ctx {
  log: Log
  logSecurity: SecurityLog
  config: Config
  readSessionToken: ReadSessionToken
  sessions: SessionChecker
  sessionSockets: SessionSockets
  /** Call it when sessions have ended. Their calls and sockets do not pass any more. `null` means all sessions. */
  endSessions(sids: string[] | null): void
  rateLimits: RateLimits
  /** The community's settings, as admin has last published them. */
  settings: FollowedSettings
}
