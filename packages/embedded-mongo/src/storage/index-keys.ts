import type { Document } from 'bson'
import { CommandError } from '../errors.ts'
import { fieldsOfFilter, topLevelOf } from '../query/conditions.ts'
import { matcherOf } from '../query/matcher.ts'
import { valuesAt } from '../query/values-at.ts'
import { encodeValue, inverted, shortened } from './key-encoding.ts'

export interface Index {
  id: number
  name: string
  key: Record<string, 1 | -1>
  unique?: boolean
  sparse?: boolean
  partialFilterExpression?: Document
  expireAfterSeconds?: number
  /** Paths that have held an array: a document may have several entries, and some orders are not available. */
  multikey: string[]
  /** Has held a truncated key: the order among such keys is lost. */
  hasLongKeys: boolean
  /** False until its first entries are committed. */
  isReady: boolean
}

const MAX_INDEX_KEY_BYTES = 1400 // with the document key and the prefix below LMDB's limit of 1,978
const MAX_DOCUMENT_KEY_BYTES = 500
/** Length of the start that is stored unchanged in every key. */
export const UNCUT_KEY_BYTES = 460

export function documentKey(id: unknown): Buffer {
  return documentKeyOf(encodeValue(id))
}

/** Returns the key of a document by its encoded `_id`. */
export function documentKeyOf(encodedId: Buffer): Buffer {
  return shortened(encodedId, MAX_DOCUMENT_KEY_BYTES)
}

const fieldsByIndex = new WeakMap<Index, Set<string> | null>()

/** Returns true if a change of these top-level fields, null for any, may change the keys of the index. */
export function mayChangeKeys(index: Index, changed: ReadonlySet<string> | null): boolean {
  const fields = fieldsOfIndex(index)
  if (!changed || !fields) return true
  for (const field of changed) if (fields.has(field)) return true
  return false
}

/** Returns the top-level fields from which keys are made; null if its partial filter may read any. */
export function fieldsOfIndex(index: Index): Set<string> | null {
  const known = fieldsByIndex.get(index)
  if (known !== undefined) return known
  const filtered = fieldsOfFilter(index.partialFilterExpression ?? {})
  const fields = filtered && new Set([...Object.keys(index.key).map(topLevelOf), ...filtered])
  fieldsByIndex.set(index, fields)
  return fields
}

/** Returns the index keys of a document; none if a sparse or partial index leaves it out. */
export function indexKeys(
  index: Index,
  document: Document,
): { keys: Buffer[]; multikey: string[]; hasLongKeys: boolean } {
  const none = { keys: [], multikey: [], hasLongKeys: false }
  if (index.partialFilterExpression && !matcherOf(index.partialFilterExpression)(document)) return none

  const fields = Object.entries(index.key).map(([path, direction]) => ({
    path,
    direction,
    ...valuesAt(document, path),
  }))
  if (index.sparse && fields.every(({ values }) => values.every((value) => value === undefined))) return none
  const several = fields.filter(({ values }) => values.length > 1)
  if (several.length > 1) throw new CommandError(171, 'CannotIndexParallelArrays', 'cannot index parallel arrays')

  let keys = [Buffer.alloc(0)]
  for (const { values, direction } of fields) {
    const encoded = values.map((value) => (direction === 1 ? encodeValue(value) : inverted(encodeValue(value))))
    keys = keys.flatMap((key) => encoded.map((value) => Buffer.concat([key, value])))
  }
  const distinct = new Map(keys.map((key) => [key.toString('latin1'), shortened(key, MAX_INDEX_KEY_BYTES)]))
  return {
    keys: [...distinct.values()],
    multikey: fields.filter(({ isMultikey }) => isMultikey).map(({ path }) => path),
    hasLongKeys: keys.some((key) => key.length > MAX_INDEX_KEY_BYTES),
  }
}
