import type { Scan } from '../query/planner.ts'
import { boundKey, type Range } from './bounds.ts'
import { type Collection, docKeyIn, ID_INDEX, keyPrefix, type Store } from './store.ts'

const FIRST_PAGE = 32
const FIRST_PAGE_MERGED = 8 // per range: most ranges give few entries
const MAX_PAGE = 1024

interface Entry {
  key: Buffer
  docKey: Buffer
}

/** Yields the entries of a scan: range after range, or merged into one order. */
export function scanEntries(store: Store, collection: Collection, scan: Scan): Generator<Entry> {
  return scan.prefixLengths ? entriesMerged(store, collection, scan) : entriesByRange(store, collection, scan)
}

function* entriesByRange(store: Store, collection: Collection, scan: Scan): Generator<Entry> {
  for (const range of scan.isReverse ? scan.ranges.toReversed() : scan.ranges)
    yield* entriesOf(store, collection, scan, { range, firstPage: FIRST_PAGE })
}

interface Head {
  entry: Entry
  /** The part of the key that decides the order. */
  rest: Buffer
  entries: Iterator<Entry>
  restAt: number
}

/** Yields the entries of all ranges in the order of what follows their prefixes. */
function* entriesMerged(store: Store, collection: Collection, scan: Scan): Generator<Entry> {
  const before = keyPrefix(collection.id, scan.index.id).length
  const compare = (a: Head, b: Head) => Buffer.compare(a.rest, b.rest) * (scan.isReverse ? -1 : 1)
  const heads: Head[] = scan.ranges.flatMap((range, at) => {
    const entries = entriesOf(store, collection, scan, { range, firstPage: FIRST_PAGE_MERGED })
    return nextHead(entries, before + (scan.prefixLengths?.[at] ?? 0)) ?? []
  })
  heads.sort(compare)
  for (let head = heads.shift(); head; head = heads.shift()) {
    yield head.entry
    const next = nextHead(head.entries, head.restAt)
    if (next) heads.splice(placeOf(next, heads, compare), 0, next)
  }
}

function nextHead(entries: Iterator<Entry>, restAt: number): Head | undefined {
  const { value: entry, done } = entries.next()
  return done ? undefined : { entry, rest: entry.key.subarray(restAt), entries, restAt }
}

/** Returns the place of a head among sorted heads, by binary search. */
function placeOf(head: Head, heads: Head[], compare: (a: Head, b: Head) => number): number {
  let [low, high] = [0, heads.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = heads[middle]
    if (other && compare(other, head) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Reads entries in pages, so that an open cursor holds no read transaction. */
function* entriesOf(
  store: Store,
  collection: Collection,
  { index, isReverse }: Scan,
  { range, firstPage }: { range: Range; firstPage: number },
): Generator<Entry, undefined> {
  const prefix = keyPrefix(collection.id, index.id)
  let [low, high] = [boundKey(prefix, range.low), boundKey(prefix, range.high)]
  for (let limit = firstPage; ; limit = Math.min(limit * 2, MAX_PAGE)) {
    const page = readPage(store, index.id, { low, high, limit, isReverse })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < limit) return
    if (isReverse) high = last.key
    else low = Buffer.concat([last.key, Buffer.from([0])])
  }
}

interface Page {
  low: Buffer
  high: Buffer
  limit: number
  isReverse: boolean
}

function readPage({ root }: Store, indexId: number, { low, high, limit, isReverse }: Page): Entry[] {
  const backward = { start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse: true, limit }
  const bounds = isReverse ? backward : { start: low, end: high, limit }
  // keys only: the documents may be large
  if (indexId === ID_INDEX) return [...root.getKeys(bounds)].map((key) => ({ key, docKey: docKeyIn(key) }))
  return [...root.getRange(bounds)].map(({ key, value }) => ({ key, docKey: value }))
}
