import type { Document } from 'bson'
import { valuesAt } from '../query/values-at.ts'
import { encodeValue, inverted } from './key-encoding.ts'

/** Sorts documents like an index on the same fields: by the smallest element of an array, descending by the largest. */
export function sortBytes(document: unknown, sort: Document): Buffer {
  const parts = Object.entries(sort).map(([path, direction]) => {
    const encoded = valuesAt(document, path).values.map(encodeValue).sort(Buffer.compare)
    return direction === -1 ? inverted(encoded.at(-1) ?? Buffer.alloc(0)) : (encoded[0] ?? Buffer.alloc(0))
  })
  return Buffer.concat(parts)
}
