import type { KeyObject } from 'node:crypto'
import { Role } from '@zing/proto/accounts/roles'
import { INTERNAL_AUDIENCE, INTERNAL_ISSUER } from '@zing/proto/headers'
import { INTERNAL_TOKEN_TTL_SECONDS } from '@zing/proto/limits'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { createTokenCache } from './token-cache.ts'

/** A caller with a live session. An anonymous caller is null. */
export type Identity = {
  userId: number
  sid: string
  role?: Role
  /** Nobody has let the user in. */
  isPending?: true
}

const Claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .optional(),
  sid: z.string().optional(),
  role: z.unknown().optional(),
  pending: z.literal(true).optional(),
  iat: z.number(),
  exp: z.number(), // the library accepts a token without an end
})

/** Signs the token that the gateway sends with every request, valid for INTERNAL_TOKEN_TTL_SECONDS. */
export function signInternalToken(secret: KeyObject | string, identity: Identity | null): string {
  return jwt.sign(claimsOf(identity), secret, {
    algorithm: 'HS256',
    issuer: INTERNAL_ISSUER,
    audience: INTERNAL_AUDIENCE,
    expiresIn: INTERNAL_TOKEN_TTL_SECONDS,
    ...(identity && { subject: String(identity.userId) }),
  })
}

function claimsOf(identity: Identity | null): { sid?: string; role?: Role; pending?: true } {
  if (!identity) return {}
  const { sid, role, isPending } = identity
  return { sid, ...(role && { role }), ...(isPending && { pending: true }) }
}

/** Identity in an `Authorization` header, null for an anonymous caller. Throws if the gateway did not sign it. */
export type ReadInternalToken = (header: string | undefined) => Identity | null

/** Creates a reader, one per process, that caches verified tokens until they expire. Ignores unknown roles. */
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
    return {
      claims: identityOf(claims),
      expiresAt: Math.min(claims.exp, claims.iat + INTERNAL_TOKEN_TTL_SECONDS) * 1_000,
    }
  })
  return (header) => read(header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '')
}

/** True for the error of an expired token. The clocks of gateway and service differ then; the caller is not at fault. */
export function isExpired(error: unknown): boolean {
  return error instanceof jwt.TokenExpiredError
}

function identityOf({ sub, sid, role, pending }: z.infer<typeof Claims>): Identity | null {
  if (!sub || !sid) return null
  const known = Role.safeParse(role)
  return { userId: sub, sid, ...(known.success && { role: known.data }), ...(pending && { isPending: true }) }
}
