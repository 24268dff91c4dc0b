import { PAGE_SIZE, type PageContract, type PageItem } from '@zing/proto/nats/rpc/pages'
import { paced } from '../timing/pace.ts'
import type { Nats } from './connection.ts'
import { request } from './rpc.ts'

/** Keys of a page: after `after`, up to and including `upTo`. Null is the end of the data. */
export interface KeyRange {
  after: string
  upTo: string | null
}

export interface ReplicaRow {
  key: string
  /** Changes with every change of the row. A row that has changed since it was read is not removed. */
  rev: number
}

export interface Replica<Item> {
  keyOf(item: Item): string
  /** Stores items that the replica lacks or has in an older version. */
  update(items: Item[]): Promise<void>
  /** Returns the rows of a range in key order, at most `limit`. */
  rowsIn(range: KeyRange, limit: number): Promise<ReplicaRow[]>
  /** Removes rows that the owner no longer has, if their rev is unchanged. */
  remove(rows: ReplicaRow[]): Promise<void>
}

/**
 * Compares a replica with its owner, page by page and with pauses. Updates missing and older rows, and removes orphans. A row
 * counts as an orphan when two pages lack it: it may be newer than the first page.
 */
export async function reconcileReplica<C extends PageContract>(
  nats: Nats,
  contract: C,
  replica: Replica<PageItem<C>>,
): Promise<void> {
  let next: string | null = ''
  while (next !== null) {
    const after: string = next
    next = await paced(() => reconcilePage(nats, contract, replica, after))
  }
}

/** Passes all rows of an owner to `handle`, page by page and with pauses. `timeoutMs` is for work that cannot go on later. */
export async function forEachPage<C extends PageContract>(
  nats: Nats,
  contract: C,
  handle: (items: PageItem<C>[]) => Promise<void>,
  timeoutMs?: number,
): Promise<void> {
  let next: string | null = ''
  while (next !== null) {
    const after: string = next
    next = await paced(async () => {
      const { items, range } = await pageAfter(nats, contract, after, timeoutMs)
      await handle(items)
      return range.upTo
    })
  }
}

/** Returns where the next page starts; null after the last one. */
async function reconcilePage<C extends PageContract>(
  nats: Nats,
  contract: C,
  replica: Replica<PageItem<C>>,
  after: string,
): Promise<string | null> {
  const { items, range } = await pageAfter(nats, contract, after)
  await replica.update(items)
  const orphans = await orphansIn(replica, items, range)
  if (orphans.length === 0) return range.upTo

  const again = await pageAfter(nats, contract, after)
  const confirmed = new Set((await orphansIn(replica, again.items, again.range)).map(({ key }) => key))
  await replica.remove(orphans.filter(({ key }) => confirmed.has(key)))
  return range.upTo
}

async function orphansIn<Item>(replica: Replica<Item>, items: Item[], range: KeyRange): Promise<ReplicaRow[]> {
  const owned = new Set(items.map(replica.keyOf))
  const rows = await replica.rowsIn(range, items.length + PAGE_SIZE)
  return rows.filter(({ key }) => !owned.has(key))
}

interface Page<Item> {
  items: Item[]
  range: KeyRange
}

async function pageAfter<C extends PageContract>(
  nats: Nats,
  contract: C,
  after: string,
  timeoutMs?: number,
): Promise<Page<PageItem<C>>> {
  const { items, next } = await request<PageContract>(nats, contract, { after }, timeoutMs)
  return { items: items as PageItem<C>[], range: { after, upTo: next } } // parsed with the schema of this contract
}
