import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { DEVICE_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import { DEVICE_ACCOUNTS_MAX, DEVICE_COOKIE_TTL_SECONDS } from '@zing/proto/limits'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/**
 * Cookies of browsers that have signed in, as OWASP describes them: failures of such a browser are counted apart, so that
 * strangers who guess cannot lock a user out, and a stolen cookie is throttled by itself (SEC-48).
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export interface DeviceCookies {
  /** The bucket of a browser for an account that it has signed in to; null for other accounts and invalid cookies. */
  bucketOf(cookie: string | undefined, usernameKey: string): string | null
  /** Returns the cookie after a sign-in, for a year from now. */
  renew(cookie: string | undefined, usernameKey: string): string
}

const Claims = z.object({
  /** Names the browser. */
  nonce: z.string(),
  /** The accounts that it has signed in to, newest first, by a hash that does not tell their names. */
  accounts: z.array(z.string()),
})
type Device = z.infer<typeof Claims>

const KEY_BYTES = 32
const NONCE_BYTES = 16
const ACCOUNT_CHARACTERS = 22 // 128 bits

export function createDeviceCookies(sessionSecret: KeyObject): DeviceCookies {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', sessionSecret, '', 'zing device cookie', KEY_BYTES)))

  function read(cookie: string | undefined): Device | null {
    try {
      const claims = jwt.verify(cookie ?? '', key, {
        algorithms: ['HS256'],
        issuer: SESSION_ISSUER,
        audience: DEVICE_AUDIENCE,
        maxAge: DEVICE_COOKIE_TTL_SECONDS,
      })
      return Claims.parse(claims)
    } catch {
      return null // absent, expired or forged: an unknown browser
    }
  }

  function accountOf(usernameKey: string): string {
    return createHmac('sha256', key).update(usernameKey).digest('base64url').slice(0, ACCOUNT_CHARACTERS)
  }

  return {
    bucketOf(cookie, usernameKey) {
      const device = read(cookie)
      const account = accountOf(usernameKey)
      // per account too: otherwise a successful login of one account would forget the failures of another
      return device?.accounts.includes(account) ? `device:${device.nonce}:${account}` : null
    },
    renew(cookie, usernameKey) {
      const device = read(cookie) ?? { nonce: randomBytes(NONCE_BYTES).toString('base64url'), accounts: [] }
      const account = accountOf(usernameKey)
      const others = device.accounts.filter((other) => other !== account)
      const claims: Device = { nonce: device.nonce, accounts: [account, ...others].slice(0, DEVICE_ACCOUNTS_MAX) }
      return jwt.sign(claims, key, {
        algorithm: 'HS256',
        issuer: SESSION_ISSUER,
        audience: DEVICE_AUDIENCE,
        expiresIn: DEVICE_COOKIE_TTL_SECONDS,
      })
    },
  }
}
