import { randomBytes } from 'node:crypto'

const RANDOM_BYTES = 16

/** A random key of 128 bits, which says nothing about its owner. Parts of one thing append a path: `${newKey()}/small`. */
export function newKey(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}
