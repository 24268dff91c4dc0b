import { AppError } from '@zing/kit/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'

const HOUR_MS = 60 * 60 * 1_000

interface Logins {
  _id: number
  /** Times of the newest successful ones, oldest first, in ms since 1970. */
  recentLogins?: number[]
}

/**
 * Counts a successful login in one conditional write; 429 when an account has as many within an hour as its limit. Failed
 * ones do not count, so that nobody without the password can use the limit up.
 */
export async function countLogin(ctx: Ctx, userId: number): Promise<void> {
  const { models, loginsPerHour } = ctx
  if (loginsPerHour === null) return
  const now = Date.now()
  const isBelow = { [`recentLogins.${loginsPerHour - 1}`]: { $exists: false } }
  const isOldestOver = { 'recentLogins.0': { $lte: now - HOUR_MS } }
  const { matchedCount } = await models.User.updateOne(
    { _id: userId, $or: [isBelow, isOldestOver] },
    { $push: { recentLogins: { $each: [now], $slice: -loginsPerHour } } },
  )
  if (matchedCount === 1) return
  const user = await models.User.findById(userId, { recentLogins: 1 }).lean()
  if (user) requireLoginsLeft(ctx, user)
}

/** Rejects further logins of an account at its limit before anything is hashed, whatever the password. */
export function requireLoginsLeft({ log, loginsPerHour }: Ctx, { _id: userId, recentLogins }: Logins): void {
  if (loginsPerHour === null) return
  const oldest = recentLogins?.at(-loginsPerHour) // accounts of an earlier version have none
  const remainingMs = oldest === undefined ? 0 : oldest + HOUR_MS - Date.now()
  if (remainingMs <= 0) return

  logSecurityEvent(log, 'excess_rate_limit_exceeded', { userId, rule: 'logins' })
  throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds: Math.ceil(remainingMs / 1_000) })
}
