import { createHash } from 'node:crypto'

const CHARACTERS = 22 // 128 bits

/** How a session is named to its user: a digest that does not lead back to the sid, which is 16 random bytes. */
export function listedSessionId(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url').slice(0, CHARACTERS)
}
