import { createHash } from 'node:crypto'

/** Strong ETag of these bytes. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}
