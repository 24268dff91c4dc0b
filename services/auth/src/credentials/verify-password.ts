import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { confirmBucket } from '../login-throttle/buckets.ts'
import { recordAttempt } from '../login-throttle/record-attempt.ts'
import type { UserDocument } from '../models/user.ts'
import { isPassword } from './passwords.ts'

/**
 * Verifies the password of a signed-in caller: 403 for a wrong one, 429 after several. Counts attempts apart from
 * logins, so that strangers who guess at logins cannot keep the user from a change (SEC-48).
 */
export async function verifyPassword(ctx: Ctx, userId: number, password: string): Promise<UserDocument> {
  const user = await getUser(ctx, userId)
  const bucket = confirmBucket(userId)
  await recordAttempt(ctx, bucket, { userId, reason: 'password confirmation' })
  if (!(await isPassword(user.passwordHash, password))) {
    logSecurityEvent(ctx.log, 'authn_login_fail', { userId, reason: 'password confirmation' })
    throw errors.wrongPassword()
  }
  await ctx.loginThrottle.reset(bucket)
  return user
}
