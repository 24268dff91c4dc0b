import type { ExportDocument } from '../models/export.ts'

/** Begun again more often, a copy would only cost more work. */
export const MAX_ATTEMPTS = 3

/** What the chunks of an attempt are stored under: a process that is late writes into its own attempt. */
export function chunkKeyOf({ _id, attempt }: Pick<ExportDocument, '_id' | 'attempt'>): string {
  return `${_id}.${attempt}`
}

/** The keys of all attempts of a copy. */
export function chunkKeysOf(_id: string): string[] {
  return Array.from({ length: MAX_ATTEMPTS }, (_, attempt) => chunkKeyOf({ _id, attempt }))
}
