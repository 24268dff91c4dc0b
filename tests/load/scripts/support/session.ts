import type { Answer } from './call.ts'

/** The session that an answer opened, as a Cookie header. */
export function cookieOf({ headers }: Answer<unknown>): string {
  return headers['Set-Cookie']?.split(';')[0] ?? ''
}

/** A name that nobody has: the product may be one that has run before. */
export function freshUsername(): string {
  return `k6.${crypto.randomUUID().slice(0, 18)}`
}
