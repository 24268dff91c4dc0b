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

/** Identity in a session token, and the end of its validity in ms since 1970. */
export interface SessionClaims extends Identity {
  expiresAt: number
}

/** Reads a session token; null if it is invalid. Does not check that the session is active. */
export type ReadSessionToken = (token: string | undefined) => SessionClaims | null

export function createSessionTokenReader(secret: KeyObject): ReadSessionToken {
  const read = createTokenCache((token) => {
    const claims = jwt.verify(token, secret, {
      algorithms: ['HS256'],
      issuer: SESSION_ISSUER,
      audience: SESSION_AUDIENCE,
    })
    const { sub, sid, exp } = Claims.parse(claims)
    const expiresAt = exp * 1_000
    return { claims: { userId: sub, sid, expiresAt }, expiresAt }
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
