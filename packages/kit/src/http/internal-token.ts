import type { KeyObject } from 'node:crypto'
import { INTERNAL_AUDIENCE, INTERNAL_ISSUER } from '@zing/proto/headers'
import { INTERNAL_TOKEN_TTL_SECONDS } from '@zing/proto/limits'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { createTokenCache } from './token-cache.ts'

/** Who asks: a person with a live session, or (null) a visitor. */
export type Identity = { userId: number; sid: string }

const Claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .optional(),
  sid: z.string().optional(),
  iat: z.number(),
  exp: z.number(), // the library takes a token without an end
})

/** What the gateway sends with every request, valid for INTERNAL_TOKEN_TTL_SECONDS. */
export function signInternalToken(secret: KeyObject | string, identity: Identity | null): string {
  return jwt.sign(identity ? { sid: identity.sid } : {}, secret, {
    algorithm: 'HS256',
    issuer: INTERNAL_ISSUER,
    audience: INTERNAL_AUDIENCE,
    expiresIn: INTERNAL_TOKEN_TTL_SECONDS,
    ...(identity && { subject: String(identity.userId) }),
  })
}

/** The identity in an `Authorization` header: null for a visitor; throws if the gateway did not sign it. */
export type ReadInternalToken = (header: string | undefined) => Identity | null

/** A reader remembers what it has verified, until the token ends: make one and keep it. */
export function createInternalTokenReader(secret: KeyObject): ReadInternalToken {
  const read = createTokenCache((token) => {
    const claims = Claims.parse(
      jwt.verify(token, secret, {
        algorithms: ['HS256'],
        issuer: INTERNAL_ISSUER,
        audience: INTERNAL_AUDIENCE,
        maxAge: INTERNAL_TOKEN_TTL_SECONDS,
      }),
    )
    const said = claims.sub && claims.sid ? { userId: claims.sub, sid: claims.sid } : null
    return { said, until: Math.min(claims.exp, claims.iat + INTERNAL_TOKEN_TTL_SECONDS) * 1_000 }
  })
  return (header) => read(header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '')
}
