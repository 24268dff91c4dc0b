/** First and last byte are both included. Without `last` the range extends to the end. */
export interface ByteRange {
  first: number
  last?: number
}

const ONE_RANGE = /^bytes=(\d{1,15})-(\d{1,15})?$/

/** Reads a Range header with one range and its first byte. Servers may ignore others, so they give null (RFC 9110). */
export function readByteRange(header: string | undefined): ByteRange | null {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === undefined) return null
  const range = { first: Number(first), ...(last !== undefined && { last: Number(last) }) }
  return range.last !== undefined && range.last < range.first ? null : range
}
