import type { Document } from 'bson'
import { parseDocument } from '../storage/codec.ts'
import { fieldsOfIndex, mayChangeKeys } from '../storage/index-keys.ts'
import { isObject } from '../storage/key-encoding.ts'
import { ARRAY, replaceFields } from '../storage/raw-document.ts'
import { appendStrings } from '../storage/raw-strings.ts'
import type { Collection } from '../storage/store.ts'
import { SMALL_BYTES, type StoredDocument } from '../storage/stored-document.ts'

interface PreparedUpdate {
  /** The document to modify, or its involved part. */
  taken: Document
  /** The part of the update to apply to it. */
  rest: Document
  /** Makes the whole document from the modified part. */
  complete(part: Buffer): Buffer
}

/**
 * Prepares an update of these fields, or of all if null. Leaves other fields as they are stored, and so the elements of
 * arrays to which it only appends strings.
 */
export function prepareUpdate(
  collection: Collection,
  stored: StoredDocument,
  { update, changed }: { update: Document; changed: ReadonlySet<string> | null },
): PreparedUpdate {
  const involved = changed && fieldsInvolved(collection, changed)
  if (!involved || stored.raw.length <= SMALL_BYTES)
    return { taken: stored.take(), rest: update, complete: (part) => part }

  const { indexed } = involved
  const { rest, appended } = takeAppends(stored, update, indexed)
  const isTaken = (field: string) =>
    field === '_id' || ((involved.changed.has(field) || indexed.has(field)) && !appended.has(field))
  const complete = (part: Buffer) =>
    replaceFields(stored, part, (field) => (isTaken(field) ? null : appended.get(field)))
  return { taken: parseDocument(stored.pick(isTaken)), rest, complete }
}

/** The fields that an update changes, and the fields behind the index keys that it may change. */
interface Involved {
  changed: ReadonlySet<string>
  indexed: ReadonlySet<string>
}

/** Returns null if any field may be involved. */
function fieldsInvolved({ indexes }: Collection, changed: ReadonlySet<string>): Involved | null {
  const indexed = new Set<string>()
  for (const index of indexes.slice(1)) {
    if (!mayChangeKeys(index, changed)) continue
    const fields = fieldsOfIndex(index)
    if (!fields) return null
    for (const field of fields) indexed.add(field)
  }
  return { changed, indexed }
}

/** Takes appends of strings to a stored array without an index out of an update; returns the new elements. */
function takeAppends(stored: StoredDocument, update: Document, indexed: ReadonlySet<string>) {
  const appended = new Map<string, Buffer>()
  for (const [path, operand] of Object.entries(update.$push ?? {})) {
    const append = indexed.has(path) ? null : stringsToAppend(operand)
    const field = stored.field(path)
    if (append && field?.type === ARRAY)
      appended.set(path, appendStrings(stored.raw, field, append.strings, append.max))
  }
  const pushes = Object.entries(update.$push ?? {}).filter(([path]) => !appended.has(path))
  return { rest: { ...update, $push: Object.fromEntries(pushes) }, appended }
}

/** Returns the strings that a `$push` appends, and how many elements it keeps; null if it does something else. */
function stringsToAppend(operand: unknown): { strings: Buffer[]; max: number } | null {
  if (!isObject(operand)) return null
  const { $each, $slice = Number.NEGATIVE_INFINITY, ...others } = operand
  const isKnown = Array.isArray($each) && typeof $slice === 'number' && $slice < 0 && Object.keys(others).length === 0
  if (!isKnown || !$each.every((item) => typeof item === 'string')) return null
  return { strings: $each.map((item) => Buffer.from(item)), max: -$slice }
}
