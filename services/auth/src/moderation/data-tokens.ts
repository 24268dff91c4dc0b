import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { DATA_TOKEN_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import { CONFIRMATION_TTL_MS } from '@zing/proto/limits'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/**
 * Tokens that let suspended users, who cannot sign in, copy their data and delete their account. They have their own
 * key and audience, so nothing else accepts them.
 */
export interface DataTokens {
  /** Callers must first have proof that the user owns the account. The token is valid as long as a confirmation. */
  sign(userId: number): string
  /** Returns the user's id; null for an invalid or expired token. */
  read(token: string): number | null
}

const KEY_BYTES = 32
const Claims = z.object({ sub: z.string().transform(Number) })

export function createDataTokens(sessionSecret: KeyObject): DataTokens {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', sessionSecret, '', 'zing data token', KEY_BYTES)))
  const names = { issuer: SESSION_ISSUER, audience: DATA_TOKEN_AUDIENCE }
  const ttlSeconds = CONFIRMATION_TTL_MS / 1_000
  return {
    sign: (userId) =>
      jwt.sign({}, key, { ...names, algorithm: 'HS256', subject: String(userId), expiresIn: ttlSeconds }),
    read(token) {
      try {
        const claims = jwt.verify(token, key, { ...names, algorithms: ['HS256'], maxAge: ttlSeconds })
        return Claims.parse(claims).sub
      } catch {
        return null
      }
    },
  }
}
