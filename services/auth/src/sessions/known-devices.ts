import type { Identity } from '@zing/kit/http/internal-token'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { endOtherSessions } from './sessions.ts'

/** The account with all browsers unknown: existing device cookies now have an older generation. */
export function withoutKnownDevices(user: UserDocument): UserDocument {
  return { ...user, deviceGeneration: (user.deviceGeneration ?? 0) + 1 }
}

/**
 * Ends all sessions of the user except the caller's, and makes all other browsers unknown. Returns the ids of the ended
 * sessions and a new device cookie. The cookie is null if the browser was unknown, since the user gave no password.
 */
export async function signOutElsewhere(
  ctx: Ctx,
  { userId, sid }: Identity,
  deviceCookie: string | undefined,
): Promise<{ deviceCookie: string | null; ended: string[] }> {
  let isKnown = false
  const user = await changeUser(ctx, userId, (before) => {
    isKnown = ctx.deviceCookies.bucketOf(deviceCookie, before) !== null
    return withoutKnownDevices(before)
  })
  const ended = await endOtherSessions(ctx, { userId, sid }, 'ended by user')
  return { deviceCookie: isKnown ? ctx.deviceCookies.renew(deviceCookie, user) : null, ended }
}
