import type { ExportDocument } from '../models/export.ts'

/** Further attempts would only cost more work. */
export const MAX_ATTEMPTS = 3

/** The key that stores the chunks of an attempt. A late process of an earlier attempt cannot write into this one. */
export function chunkKeyOf({ _id, attempt }: Pick<ExportDocument, '_id' | 'attempt'>): string {
  return `${_id}.${attempt}`
}

/** The keys of all attempts of a copy. */
export function chunkKeysOf(_id: string): string[] {
  return Array.from({ length: MAX_ATTEMPTS }, (_, attempt) => chunkKeyOf({ _id, attempt }))
}
