import { AppError } from '@zing/kit/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'

const HOUR_MS = 60 * 60 * 1_000

/**
 * Counts a successful login in one conditional write; 429 when an account has as many within an hour as its limit. Failed
 * ones do not count, so that nobody without the password can use the limit up.
 */
export async function countLogin({ models, log, loginsPerHour }: Ctx, userId: number): Promise<void> {
  if (loginsPerHour === null) return
  const now = Date.now()
  const isBelow = { [`recentLogins.${loginsPerHour - 1}`]: { $exists: false } }
  const isOldestOver = { 'recentLogins.0': { $lte: now - HOUR_MS } }
  const { matchedCount } = await models.User.updateOne(
    { _id: userId, $or: [isBelow, isOldestOver] },
    { $push: { recentLogins: { $each: [now], $slice: -loginsPerHour } } },
  )
  if (matchedCount === 1) return

  logSecurityEvent(log, 'excess_rate_limit_exceeded', { userId, rule: 'logins' })
  const user = await models.User.findById(userId, { recentLogins: 1 }).lean()
  const oldest = user?.recentLogins[0] ?? now
  throw new AppError(429, messages.tooManyRequests, {
    retryAfterSeconds: Math.max(1, Math.ceil((oldest + HOUR_MS - now) / 1_000)),
  })
}
