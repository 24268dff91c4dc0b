import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { BodyOf } from '@zing/proto/endpoint'
import { type AppError, errors } from '@zing/proto/errors'
import type { recoverAccount as contract } from '@zing/proto/http/account'
import { accountChange, type Browser } from '../accounts/account-change.ts'
import { changeUser } from '../accounts/change-user.ts'
import { usernameKeyOf } from '../accounts/usernames.ts'
import type { Ctx } from '../context.ts'
import { recoveryBucket } from '../login-throttle/buckets.ts'
import { recordAttempt } from '../login-throttle/record-attempt.ts'
import type { UserDocument } from '../models/user.ts'
import { requireNotSuspended } from '../moderation/suspension.ts'
import { removePasskeys } from '../passkeys/remove-passkey.ts'
import { withoutKnownDevices } from '../sessions/known-devices.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { requireUncommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { digestRecoveryCode } from './recovery-codes.ts'

const NO_USER = 0
const READ_FIRST = { recoveryCodes: 1, restrictions: 1, deviceGeneration: 1 } as const

/**
 * Sets a new password, uses up the code in the same write, and ends all sessions, passkeys and known browsers. An
 * unknown username and a wrong code get the same response after the same work. Only a valid code reveals that the user
 * is suspended; the code then stays valid. Attempts are counted apart from logins, so guesses here delay no login.
 * Strangers' guesses do not delay a browser that has signed in to the account.
 */
export async function recoverAccount(
  ctx: Ctx,
  { username, code, newPassword }: BodyOf<typeof contract>,
  browser: Browser,
): Promise<{ user: UserDocument; isKnownDevice: boolean; ended: string[] }> {
  const usernameKey = usernameKeyOf(username)
  requireUncommonPassword(ctx, newPassword, usernameKey)
  const user = await ctx.models.User.findOne({ usernameKey, ...ofCurrentEpoch(ctx) }, READ_FIRST).lean()
  const deviceBucket = ctx.deviceCookies.bucketOf(browser.deviceCookie, user)
  const bucket = recoveryBucket(deviceBucket ?? usernameKey)
  await recordAttempt(ctx, bucket, { userId: user?._id, reason: 'recovery' })

  const digest = digestRecoveryCode(user?._id ?? NO_USER, code)
  if (!user?.recoveryCodes?.includes(digest)) throw wrongCode(ctx, user?._id)
  await ctx.loginThrottle.reset(bucket)
  requireNotSuspended(ctx, user, new Date())
  const passwordHash = await hashPassword(newPassword, 'login')
  const userId = user._id
  const endedBefore = await endAccess(ctx, userId) // first, so that a crash leaves no access
  const change = (before: UserDocument) => {
    if (!before.recoveryCodes?.includes(digest)) throw wrongCode(ctx, userId) // another call used it meanwhile
    requireNotSuspended(ctx, before, new Date())
    const recoveryCodes = before.recoveryCodes.filter((unused) => unused !== digest)
    return withoutKnownDevices({ ...before, passwordHash, recoveryCodes })
  }
  const recovered = await changeUser(ctx, userId, change, () => [accountChange(userId, 'account-recovered', browser)])
  const endedAfter = await endAccess(ctx, userId)
  logSecurityEvent(ctx.log, 'authn_password_change', { userId, reason: 'recovery' })
  return { user: recovered, isKnownDevice: deviceBucket !== null, ended: [...endedBefore, ...endedAfter] }
}

/** Ends passkeys too: the attacker may have added one. Sessions end first, since they can add another. */
async function endAccess(ctx: Ctx, userId: number): Promise<string[]> {
  const ended = await endOtherSessions(ctx, { userId, sid: null }, 'recovery')
  await removePasskeys(ctx, userId, 'recovery')
  return ended
}

function wrongCode({ log }: Ctx, userId: number | undefined): AppError {
  logSecurityEvent(log, 'authn_password_change_fail', { userId, reason: 'recovery' })
  return errors.wrongRecoveryCode()
}
