import type { CallResult } from './call.ts'

export function cookieOf({ headers }: CallResult<unknown>): string {
  return headers['Set-Cookie']?.split(';')[0] ?? ''
}

export function freshUsername(): string {
  return `k6.${crypto.randomUUID().slice(0, 18)}`
}
