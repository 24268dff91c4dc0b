/** From the first to the last byte, both included; without `last`, to the end. */
export interface ByteRange {
  first: number
  last?: number
}

const ONE_RANGE = /^bytes=(\d{1,15})-(\d{1,15})?$/

/** Reads a Range header of one range with a first byte; null for none and for any other, which may be ignored (RFC 9110). */
export function readByteRange(header: string | undefined): ByteRange | null {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === undefined) return null
  const range = { first: Number(first), ...(last !== undefined && { last: Number(last) }) }
  return range.last !== undefined && range.last < range.first ? null : range
}
