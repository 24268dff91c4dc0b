import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { addWithin, HOUR_MS } from '../photos/recent-times.ts'

interface Logins {
  _id: number
  /** The times of the last successful logins, oldest first, in ms since 1970. */
  recentLogins: number[]
}

/**
 * Counts a successful login in one conditional write; 429 once an account reaches its limit for the hour. Failed logins
 * do not count, so a client without the password cannot use up the limit.
 */
export async function countLogin(ctx: Ctx, userId: number): Promise<void> {
  const { models, loginsPerHour } = ctx
  if (loginsPerHour === null) return
  const limit = { field: 'recentLogins' as const, max: loginsPerHour, withinMs: HOUR_MS }
  if (await addWithin(ctx, userId, limit, Date.now())) return
  const user = await models.User.findById(userId, { recentLogins: 1 }).lean()
  if (user) requireLoginsLeft(ctx, user)
}

/** Rejects logins of an account at its limit before anything is hashed, whatever the password. */
export function requireLoginsLeft({ log, loginsPerHour }: Ctx, { _id: userId, recentLogins }: Logins): void {
  if (loginsPerHour === null) return
  const oldest = recentLogins.at(-loginsPerHour)
  const remainingMs = oldest === undefined ? 0 : oldest + HOUR_MS - Date.now()
  if (remainingMs <= 0) return

  logSecurityEvent(log, 'excess_rate_limit_exceeded', { userId, rule: 'logins' })
  throw errors.tooManyRequests({ retryAfterSeconds: Math.ceil(remainingMs / 1_000) })
}
