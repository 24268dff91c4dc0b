import { LOCAL_COOKIE, LOCAL_DEVICE_COOKIE, SECURE_COOKIE, SECURE_DEVICE_COOKIE } from '@zing/proto/headers'
import { DEVICE_COOKIE_TTL_SECONDS } from '@zing/proto/limits'
import cookieParser from 'cookie-parser'
import type { Request, Response } from 'express'

const TOKEN = /^[\w-]{1,500}\.[\w-]{1,1000}\.[\w-]{1,200}$/
const parseCookies = cookieParser()

export function cookieName(isSecure: boolean): string {
  return isSecure ? SECURE_COOKIE : LOCAL_COOKIE
}

function deviceCookieName(isSecure: boolean): string {
  return isSecure ? SECURE_DEVICE_COOKIE : LOCAL_DEVICE_COOKIE
}

/** Reads the device cookie if it has the form of a token, so that it is safe as a header. */
export function readDeviceCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const value = readCookie(header, deviceCookieName(isSecure))
  return value !== undefined && TOKEN.test(value) ? value : undefined
}

/** Builds the Set-Cookie line for a session token, which lasts as long as its session (SEC-15). */
export function sessionCookie(token: string, expiresAt: number, isSecure: boolean, now = Date.now()): string {
  return setCookie(cookieName(isSecure), token, Math.max(0, Math.ceil((expiresAt - now) / 1_000)), isSecure)
}

/** Builds the Set-Cookie line that clears the session cookie. */
export function endedSessionCookie(isSecure: boolean): string {
  return setCookie(cookieName(isSecure), '', 0, isSecure)
}

export function deviceCookie(token: string, isSecure: boolean): string {
  return setCookie(deviceCookieName(isSecure), token, DEVICE_COOKIE_TTL_SECONDS, isSecure)
}

function setCookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Reads a cookie from a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const req = { headers: { cookie: header } } as Request // the parser reads nothing else
  parseCookies(req, {} as Response, () => {})
  const value: unknown = req.cookies[name]
  return typeof value === 'string' ? value : undefined // cookie-parser turns `j:` values into objects
}
