import { createHash } from 'node:crypto'

const CHARACTERS = 22 // 128 bits

/** Users see a session under this id, a digest of the sid. The sid is 16 random bytes, so the digest does not reveal it. */
export function listedSessionId(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url').slice(0, CHARACTERS)
}
