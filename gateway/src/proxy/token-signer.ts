import type { KeyObject } from 'node:crypto'
import { type Identity, signInternalToken } from '@zing/kit/http/internal-token'
import { LRUCache } from 'lru-cache'

const RENEW_MS = 30_000 // half of INTERNAL_TOKEN_TTL_SECONDS
const MAX_TOKENS = 20_000

interface SignedToken {
  token: string
  userId: number | undefined
  at: number
}

/** Signs the identities of callers for services; tokens that are not older than RENEW_MS are used again. */
export function createTokenSigner(secret: KeyObject, now: () => number = Date.now) {
  const tokens = new LRUCache<string, SignedToken>({ max: MAX_TOKENS })
  return function tokenFor(identity: Identity | null): string {
    const key = keyOf(identity)
    const cached = tokens.get(key)
    if (cached && cached.userId === identity?.userId && now() - cached.at < RENEW_MS) return cached.token

    const token = signInternalToken(secret, identity)
    tokens.set(key, { token, userId: identity?.userId, at: now() })
    return token
  }
}

/** The key of most calls is a text that exists already. */
function keyOf(identity: Identity | null): string {
  if (!identity) return ''
  return identity.role ? `${identity.sid} ${identity.role}` : identity.sid
}

export type TokenFor = ReturnType<typeof createTokenSigner>
