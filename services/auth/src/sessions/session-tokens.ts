import type { KeyObject } from 'node:crypto'
import { SESSION_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import jwt from 'jsonwebtoken'

export interface SessionTokens {
  sign(userId: number, sid: string): string
}

export function createSessionTokens(secret: KeyObject, ttlSeconds: number): SessionTokens {
  return {
    sign: (userId, sid) =>
      jwt.sign({ sid }, secret, {
        algorithm: 'HS256',
        issuer: SESSION_ISSUER,
        audience: SESSION_AUDIENCE,
        subject: String(userId),
        expiresIn: ttlSeconds,
      }),
  }
}
