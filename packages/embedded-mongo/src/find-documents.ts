import type { Document } from 'bson'
import { boundKey, boundsOf } from './bounds.ts'
import { conditionsOf } from './conditions.ts'
import { StoredDocument } from './documents.ts'
import { documentKeyOf } from './index-keys.ts'
import { createMatcher } from './matcher.ts'
import { type Plan, type PlanRequest, plan, type Scan } from './planner.ts'
import { sortBytes } from './sort-bytes.ts'
import { type Collection, docKeyIn, ID_INDEX, keyPrefix, type Store, storageKey } from './store.ts'

export interface FindRequest extends PlanRequest {
  skip?: number
  limit?: number
}

export interface ScanStats {
  keysExamined: number
  docsExamined: number
}

const FIRST_PAGE = 32
const MAX_PAGE = 1024

/** Yields documents lazily, unless they have to be sorted in memory. */
export function findDocuments(
  store: Store,
  collection: Collection | undefined,
  request: FindRequest,
  stats = noStats(),
) {
  const matches = createMatcher(request.filter) // before the generator, so that an invalid filter fails even without documents
  if (!collection) return [].values()
  const docKeys = docKeysIn(request)
  if (docKeys) return selectDocuments(readKeys(store, collection, docKeys, stats), { isSorted: true }, request, matches)
  const chosen = plan(collection.indexes, request)
  return selectDocuments(readPlan(store, collection, chosen, stats), chosen, request, matches)
}

export function noStats(): ScanStats {
  return { keysExamined: 0, docsExamined: 0 }
}

/** The keys of the documents that a filter names by their `_id`, in their order, without a plan; undefined if it does not. */
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
  matches: (document: Document) => boolean,
): Generator<StoredDocument, undefined> {
  const matchesAll = Object.keys(filter).length === 0
  const matching = matchesAll ? source : filtered(source, ({ document }) => matches(document))
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
function* readPlan(store: Store, collection: Collection, { scans }: Plan, stats: ScanStats): Generator<StoredDocument> {
  const mayRepeat = scans.length > 1 || scans.some(({ index }) => index.multikey.length > 0)
  const seen = new Set<string>()
  for (const scan of scans) {
    for (const docKey of scanKeys(store, collection, scan, stats)) {
      if (mayRepeat && seen.has(docKey.toString('latin1'))) continue
      if (mayRepeat) seen.add(docKey.toString('latin1'))
      const raw = store.root.get(storageKey(collection, docKey))
      if (!raw) continue // deleted since the page of keys was read
      stats.docsExamined += 1
      yield new StoredDocument(docKey, raw)
    }
  }
}

/** Reads keys in pages, so that an open cursor holds no read transaction. */
function* scanKeys(
  store: Store,
  collection: Collection,
  { index, ranges, isReverse }: Scan,
  stats: ScanStats,
): Generator<Buffer> {
  const prefix = keyPrefix(collection.id, index.id)
  for (const range of isReverse ? ranges.toReversed() : ranges) {
    let [low, high] = [boundKey(prefix, range.low), boundKey(prefix, range.high)]
    for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 2, MAX_PAGE)) {
      const page = readPage(store, index.id, { low, high, limit, isReverse })
      for (const { docKey } of page) {
        stats.keysExamined += 1
        yield docKey
      }
      const last = page.at(-1)
      if (!last || page.length < limit) break
      if (isReverse) high = last.key
      else low = Buffer.concat([last.key, Buffer.from([0])])
    }
  }
}

interface Page {
  low: Buffer
  high: Buffer
  limit: number
  isReverse: boolean
}

function readPage(
  { root }: Store,
  indexId: number,
  { low, high, limit, isReverse }: Page,
): { key: Buffer; docKey: Buffer }[] {
  const backward = { start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse: true, limit }
  const bounds = isReverse ? backward : { start: low, end: high, limit }
  // keys only: the documents may be large
  if (indexId === ID_INDEX) return [...root.getKeys(bounds)].map((key) => ({ key, docKey: docKeyIn(key) }))
  return [...root.getRange(bounds)].map(({ key, value }) => ({ key, docKey: value }))
}
