import { createHash } from 'node:crypto'

/** Returns an integer that depends on the text alone. */
export function stableNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** Returns a UUID (version 8, custom) that depends on the text alone. */
export function stableUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
