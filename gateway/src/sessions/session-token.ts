import type { KeyObject } from 'node:crypto'
import type { Identity } from '@zing/kit/http/internal-token'
import { createTokenCache } from '@zing/kit/http/token-cache'
import { SESSION_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

const Claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
  sid: z.string().min(1),
  exp: z.number(), // jsonwebtoken accepts a token without expiry
})

/** Reads the identity from a session token, or null if it is invalid; does not check that the session is active. */
export type ReadSessionToken = (token: string | undefined) => Identity | null

export function createSessionTokenReader(secret: KeyObject): ReadSessionToken {
  const read = createTokenCache((token) => {
    const claims = jwt.verify(token, secret, {
      algorithms: ['HS256'],
      issuer: SESSION_ISSUER,
      audience: SESSION_AUDIENCE,
    })
    const { sub, sid, exp } = Claims.parse(claims)
    return { claims: { userId: sub, sid }, expiresAt: exp * 1_000 }
  })
  return (token) => {
    if (!token) return null
    try {
      return read(token)
    } catch {
      return null
    }
  }
}
