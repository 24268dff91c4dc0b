import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { DEVICE_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import { DEVICE_ACCOUNTS_MAX, DEVICE_COOKIE_TTL_SECONDS } from '@zing/proto/limits'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { UserDocument } from '../models/user.ts'

/**
 * Cookies of browsers that have signed in, as OWASP describes them. Failures of such a browser are counted apart. So
 * strangers who guess cannot lock a user out, and a stolen cookie is throttled alone (SEC-48).
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export interface DeviceCookies {
  /** The bucket of a browser that the account knows. Null for other browsers, invalid cookies and unknown accounts. */
  bucketOf(cookie: string | undefined, account: Account | null): string | null
  /** Returns a cookie that makes the browser known to the account for a year. */
  renew(cookie: string | undefined, account: Account): string
}

type Account = Pick<UserDocument, '_id' | 'deviceGeneration'>

const Claims = z.object({
  /** Identifies the browser. */
  nonce: z.string(),
  /** The accounts that know the browser, newest first: a hash that does not reveal the user, and the generation. */
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

  /** Hashes the id, since another user may later take the name. */
  function hashOf({ _id }: Account): string {
    return createHmac('sha256', key).update(String(_id)).digest('base64url').slice(0, ACCOUNT_CHARACTERS)
  }

  return {
    bucketOf(cookie, account) {
      const device = read(cookie)
      if (!device || !account) return null
      const hash = hashOf(account)
      // per account: a login of one account must not clear the failures of another
      return device.accounts.includes(entryOf(hash, account)) ? `device:${device.nonce}:${hash}` : null
    },
    renew(cookie, account) {
      const device = read(cookie) ?? { nonce: randomBytes(NONCE_BYTES).toString('base64url'), accounts: [] }
      const hash = hashOf(account)
      const others = device.accounts.filter((other) => !other.startsWith(hash))
      const accounts = [entryOf(hash, account), ...others].slice(0, DEVICE_ACCOUNTS_MAX)
      const claims: Device = { nonce: device.nonce, accounts }
      return jwt.sign(claims, key, {
        algorithm: 'HS256',
        issuer: SESSION_ISSUER,
        audience: DEVICE_AUDIENCE,
        expiresIn: DEVICE_COOKIE_TTL_SECONDS,
      })
    },
  }
}

function entryOf(hash: string, { deviceGeneration }: Account): string {
  return `${hash}.${deviceGeneration ?? 0}`
}
