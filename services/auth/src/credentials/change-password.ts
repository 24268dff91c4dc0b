import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { changePassword as contract } from '@zing/proto/http/account'
import { accountChange, type Browser } from '../accounts/account-change.ts'
import { changeUser } from '../accounts/change-user.ts'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { removePasskeys } from '../passkeys/remove-passkey.ts'
import { withoutKnownDevices } from '../sessions/known-devices.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { requireUncommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Changes the password and ends all other sessions. Unless the user keeps them, passkeys and recovery codes end too. Access
 * ends before the change, so that a crash leaves none, and again afterwards, in case some was added meanwhile. Returns the
 * ids of the ended sessions and a device cookie for this browser. The account knows no other browser from then on.
 */
export async function changePassword(
  ctx: Ctx,
  { userId, sid }: Identity,
  { currentPassword, newPassword, keepOtherWays = false }: BodyOf<typeof contract>,
  browser: Browser,
): Promise<{ deviceCookie: string; ended: string[] }> {
  requireUncommonPassword(ctx, newPassword, (await getUser(ctx, userId)).usernameKey)
  const verified = await verifyPassword(ctx, userId, currentPassword)
  const passwordHash = await hashPassword(newPassword, 'login')
  const endOtherAccess = async () => {
    const ended = await endOtherSessions(ctx, { userId, sid }, 'password change') // first: sessions can add passkeys
    if (!keepOtherWays) await removePasskeys(ctx, userId, 'password change')
    return ended
  }
  const endedBefore = await endOtherAccess()
  const change = (before: UserDocument) => {
    if (before.passwordHash !== verified.passwordHash) throw errors.wrongPassword() // another call changed it meanwhile
    return withoutKnownDevices({ ...before, passwordHash, ...(!keepOtherWays && { recoveryCodes: [] }) })
  }
  const user = await changeUser(ctx, userId, change, () => [accountChange(userId, 'password-changed', browser)])
  logSecurityEvent(ctx.log, 'authn_password_change', { userId })
  const endedAfter = await endOtherAccess()
  return { deviceCookie: ctx.deviceCookies.renew(browser.deviceCookie, user), ended: [...endedBefore, ...endedAfter] }
}
