import type { Identity } from '@zing/kit/http/internal-token'
import type { Browser } from '../accounts/account-change.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { openSession } from '../sessions/open-session.ts'
import { endSession } from '../sessions/sessions.ts'

interface SignIn extends Browser {
  /** The session whose cookie the request carries. */
  replaced: Partial<Identity>
  /** Absent: the device cookie decides. A browser that has just created the account is known too. */
  isKnown?: boolean | undefined
  /** See `openSession`. */
  isConfirmed?: boolean | undefined
}

/**
 * Opens a session for a browser after login or registration, and ends the browser's previous session (SEC-14). A
 * browser that has never signed in to the account notifies the user's other devices.
 */
export async function signIn(
  ctx: Ctx,
  user: UserDocument,
  { replaced: { userId, sid }, userAgent, deviceCookie, isKnown, isConfirmed = false }: SignIn,
): Promise<{ session: string; deviceCookie: string }> {
  const isKnownDevice = isKnown ?? ctx.deviceCookies.bucketOf(deviceCookie, user) !== null
  const session = await openSession(ctx, user, { userAgent, isNewDevice: !isKnownDevice, isConfirmed })
  if (userId && sid) await endSession(ctx, { userId, sid }, 'replaced')
  return { session, deviceCookie: ctx.deviceCookies.renew(deviceCookie, user) }
}
