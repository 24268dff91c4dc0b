import { randomUUID } from 'node:crypto'
import { SESSION_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import jwt from 'jsonwebtoken'

export const secrets = { INTERNAL_TOKEN_SECRET: `internal-${randomUUID()}`, SESSION_SECRET: `session-${randomUUID()}` }
export const TOKEN_TTL_SECONDS = 600

export function tokenOf(userId: number, sid: string): string {
  return jwt.sign({ sid }, secrets.SESSION_SECRET, {
    issuer: SESSION_ISSUER,
    audience: SESSION_AUDIENCE,
    subject: String(userId),
    expiresIn: TOKEN_TTL_SECONDS,
  })
}

export function cookieOf(userId: number, sid: string): string {
  return `zing_session=${tokenOf(userId, sid)}`
}
