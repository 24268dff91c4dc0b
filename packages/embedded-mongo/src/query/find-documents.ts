import type { Document } from 'bson'
import { boundsOf } from '../storage/bounds.ts'
import { documentKeyOf } from '../storage/index-keys.ts'
import { scanEntries } from '../storage/scan-entries.ts'
import { sortBytes } from '../storage/sort-bytes.ts'
import { type Collection, type Store, storageKey } from '../storage/store.ts'
import { StoredDocument } from '../storage/stored-document.ts'
import { compileFilter, NONE, type Test, withoutExcludedIds } from './compile-filter.ts'
import { conditionsOf } from './conditions.ts'
import { type Plan, type PlanRequest, plan } from './planner.ts'

export interface FindRequest extends PlanRequest {
  skip?: number
  limit?: number
}

export interface ScanStats {
  keysExamined: number
  docsExamined: number
}

/** Yields documents lazily, unless they have to be sorted in memory. */
export function findDocuments(
  store: Store,
  collection: Collection | undefined,
  request: FindRequest,
  stats = noStats(),
) {
  const docKeys = docKeysIn(request)
  const { filter, excluded } = docKeys ? { filter: request.filter, excluded: NONE } : withoutExcludedIds(request.filter)
  const matches = compileFilter(filter) // before the generator, so that an invalid filter fails even without documents
  if (!collection) return [].values()
  if (docKeys) return selectDocuments(readKeys(store, collection, docKeys, stats), { isSorted: true }, request, matches)
  const chosen = plan(collection.indexes, request)
  const source = readPlan(store, collection, { ...chosen, excluded }, stats)
  return selectDocuments(source, chosen, { ...request, filter }, matches)
}

export function noStats(): ScanStats {
  return { keysExamined: 0, docsExamined: 0 }
}

/** Returns the sorted keys of the documents that a filter names by `_id`, without a plan; undefined for other filters. */
function docKeysIn({ filter, sort, hint }: FindRequest): Buffer[] | undefined {
  if (!('_id' in filter) || sort || hint !== undefined) return undefined
  const bounds = boundsOf(conditionsOf({ _id: filter._id }), false)
  if (!bounds || !('points' in bounds)) return undefined
  const sorted = bounds.points.map(documentKeyOf).sort(Buffer.compare)
  return sorted.filter((key, at) => !sorted[at - 1]?.equals(key))
}

function* readKeys(
  store: Store,
  collection: Collection,
  docKeys: Buffer[],
  stats: ScanStats,
): Generator<StoredDocument> {
  for (const docKey of docKeys) {
    const raw = store.root.get(storageKey(collection, docKey))
    if (!raw) continue
    stats.keysExamined += 1
    stats.docsExamined += 1
    yield new StoredDocument(docKey, raw)
  }
}

function* selectDocuments(
  source: Iterable<StoredDocument>,
  { isSorted }: Pick<Plan, 'isSorted'>,
  { filter, sort, skip = 0, limit = 0 }: FindRequest,
  matches: Test,
): Generator<StoredDocument, undefined> {
  const matchesAll = Object.keys(filter).length === 0
  const matching = matchesAll ? source : filtered(source, matches)
  let position = 0
  for (const stored of isSorted || !sort ? matching : sorted(matching, sort)) {
    position += 1
    if (position > skip) yield stored
    if (limit > 0 && position === skip + limit) return
  }
}

function* filtered<T>(source: Iterable<T>, test: (item: T) => boolean): Generator<T> {
  for (const item of source) if (test(item)) yield item
}

function sorted(source: Iterable<StoredDocument>, sort: Document): StoredDocument[] {
  const keyed = [...source].map((stored) => ({ stored, key: sortBytes(stored.document, sort) }))
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ stored }) => stored)
}

/** Reads a document once, even if several index entries refer to it. */
function* readPlan(
  store: Store,
  collection: Collection,
  { scans, excluded }: Plan & { excluded: ReadonlySet<string> },
  stats: ScanStats,
): Generator<StoredDocument> {
  const mayRepeat = scans.length > 1 || scans.some(({ index }) => index.multikey.length > 0)
  const seen = new Set<string>()
  for (const scan of scans) {
    for (const { docKey } of scanEntries(store, collection, scan)) {
      stats.keysExamined += 1
      const key = mayRepeat || excluded.size > 0 ? docKey.toString('latin1') : ''
      if (excluded.has(key) || (mayRepeat && seen.has(key))) continue
      if (mayRepeat) seen.add(key)
      const raw = store.root.get(storageKey(collection, docKey))
      if (!raw) continue // deleted since the page of keys was read
      stats.docsExamined += 1
      yield new StoredDocument(docKey, raw)
    }
  }
}
