import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import { usernameKeyOf } from '../accounts/usernames.ts'
import type { Ctx } from '../context.ts'
import { loginBucket } from '../login-throttle/buckets.ts'
import { recordAttempt } from '../login-throttle/record-attempt.ts'
import type { UserDocument } from '../models/user.ts'
import { requireNotSuspended, restrictionOf } from '../moderation/suspension.ts'
import { countLogin, requireLoginsLeft } from './count-login.ts'
import { isPassword } from './passwords.ts'

/**
 * Responds to an unknown username and to a wrong password alike, after the same time (SEC-49). The log never holds the
 * username, since users type their password there.
 */
export async function logIn(
  ctx: Ctx,
  { username, password }: { username: string; password: string },
  deviceCookie: string | undefined,
): Promise<UserDocument> {
  const usernameKey = usernameKeyOf(username)
  const user = await ctx.models.User.findOne({ usernameKey, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (user) requireLoginsLeft(ctx, user)
  const deviceBucket = ctx.deviceCookies.bucketOf(deviceCookie, user)
  const bucket = deviceBucket ?? loginBucket(usernameKey)
  const details = { userId: user?._id, isKnownDevice: deviceBucket !== null }
  await recordAttempt(ctx, bucket, details)

  const isCorrect = await isPassword(user?.passwordHash ?? null, password)
  if (!user || !isCorrect) {
    logSecurityEvent(ctx.log, 'authn_login_fail', details)
    throw errors.wrongCredentials()
  }
  await ctx.loginThrottle.reset(bucket)
  await countLogin(ctx, user._id)
  const now = new Date()
  if (restrictionOf(user, now)) logSecurityEvent(ctx.log, 'authn_login_fail', { ...details, reason: 'suspended' })
  requireNotSuspended(ctx, user, now)
  logSecurityEvent(ctx.log, 'authn_login_success', details)
  return user
}
