import type { KeyObject } from 'node:crypto'
import { type Identity, signInternalToken } from '@zing/kit/http/internal-token'
import { LRUCache } from 'lru-cache'

const RENEW_MS = 30_000 // half of INTERNAL_TOKEN_TTL_SECONDS
const MAX_TOKENS = 20_000

/** Signs the identities of callers for services. A token is reused until it is RENEW_MS old. */
export function createTokenSigner(secret: KeyObject, now = () => Date.now()) {
  const tokens = new LRUCache<string, { token: string; at: number }>({ max: MAX_TOKENS })
  return function tokenFor(identity: Identity | null): string {
    const key = identity ? `${identity.userId} ${identity.sid} ${identity.role ?? ''} ${identity.isPending ?? ''}` : ''
    const cached = tokens.get(key)
    if (cached && now() - cached.at < RENEW_MS) return cached.token

    const token = signInternalToken(secret, identity)
    tokens.set(key, { token, at: now() })
    return token
  }
}
export type TokenFor = ReturnType<typeof createTokenSigner>
