import { LOCAL_COOKIE, SECURE_COOKIE, SESSION_ENDED } from '@zing/proto/headers'
import { SESSION_TTL_SECONDS } from '@zing/proto/limits'
import cookieParser from 'cookie-parser'
import type { Request, Response } from 'express'

export function cookieName(isSecure: boolean): string {
  return isSecure ? SECURE_COOKIE : LOCAL_COOKIE
}

/** Builds the Set-Cookie line for a session token; `SESSION_ENDED` clears the cookie (SEC-15). */
export function sessionCookie(session: string, isSecure: boolean): string {
  const hasEnded = session === SESSION_ENDED
  const parts = [
    `${cookieName(isSecure)}=${hasEnded ? '' : session}`,
    'Path=/',
    `Max-Age=${hasEnded ? 0 : SESSION_TTL_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ]
  return parts.join('; ')
}

const parseCookies = cookieParser()

/** Reads a cookie with the parser of the API, for requests that pass no Express middleware. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const req = { headers: { cookie: header } } as Request // the parser reads nothing else
  parseCookies(req, {} as Response, () => {})
  const value: unknown = req.cookies[name]
  return typeof value === 'string' ? value : undefined // cookie-parser turns `j:` values into objects
}
