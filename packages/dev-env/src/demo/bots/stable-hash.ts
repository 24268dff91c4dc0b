import { createHash } from 'node:crypto'

/** The same whole number for the same text, today and after a restart. */
export function stableNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** A UUID (version 8: made of what the maker likes) that is the same for the same text. */
export function stableUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
