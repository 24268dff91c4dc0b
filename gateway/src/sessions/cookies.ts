import { LOCAL_COOKIE, SECURE_COOKIE, SESSION_ENDED } from '@zing/proto/headers'
import { SESSION_TTL_SECONDS } from '@zing/proto/limits'

export function cookieName(isSecure: boolean): string {
  return isSecure ? SECURE_COOKIE : LOCAL_COOKIE
}

/** The Set-Cookie line for what a service said of the session: a token opens one, `SESSION_ENDED` clears it. */
export function sessionCookie(said: string, isSecure: boolean): string {
  const hasEnded = said === SESSION_ENDED
  const parts = [
    `${cookieName(isSecure)}=${hasEnded ? '' : said}`,
    'Path=/',
    `Max-Age=${hasEnded ? 0 : SESSION_TTL_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ]
  return parts.join('; ')
}

/** For the upgrade, which passes no middleware. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}
