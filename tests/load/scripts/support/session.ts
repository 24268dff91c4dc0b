import type { CallResult } from './call.ts'

/** Cookie header for the session that a login opened. */
export function cookieOf({ headers }: CallResult<unknown>): string {
  return headers['Set-Cookie']?.split(';')[0] ?? ''
}

/** Returns an unused name, also in a database of earlier runs. */
export function freshUsername(): string {
  return `k6.${crypto.randomUUID().slice(0, 18)}`
}
