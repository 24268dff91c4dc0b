import { createHash } from 'node:crypto'
import { createBatcher } from '@zing/kit/batcher'
import { unavailable } from '@zing/kit/errors'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { ChainEntry, ChainModel } from '../models/chain.ts'

/** Stands before the first entry of a chain. */
export const GENESIS = '0'.repeat(64)

const MAX_ATTEMPTS = 50
const PAGE = 500
/** Entries that are stored together. */
const BATCH = 100

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

/** SHA-256 of the entry and of the hash before it: who changes an entry must change all that follow. */
export function hashOf({ _id, entryId, at, content, previousHash }: Omit<ChainEntry, 'hash'>): string {
  return sha256(JSON.stringify([_id, entryId, at.toISOString(), content, previousHash]))
}

/** The next entry after `last`, or the first one. */
export function sealed(
  last: Pick<ChainEntry, '_id' | 'hash'> | null,
  { entryId, at, content }: Pick<ChainEntry, 'entryId' | 'at' | 'content'>,
): ChainEntry {
  const unsealed = { _id: (last?._id ?? 0) + 1, entryId, at, content, previousHash: last?.hash ?? GENESIS }
  return { ...unsealed, hash: hashOf(unsealed) }
}

type Addition = Pick<ChainEntry, 'entryId' | 'at' | 'content'>

/** An addition that waits for its place. */
interface Queued {
  addition: Addition
  /** Set once it is stored. */
  entry: ChainEntry | null
}

/** Of this process, one for each chain. */
const queues = new WeakMap<ChainModel, (queued: Queued) => Promise<void>>()

/**
 * Adds an entry at the end of a chain, or returns the one that has this `entryId`. Additions of this process that come
 * while others are stored are stored together: one after another they would wait for three commands each.
 */
export async function append(chain: ChainModel, addition: Addition): Promise<ChainEntry> {
  const queued: Queued = { addition, entry: null }
  await queueOf(chain)(queued)
  if (!queued.entry) throw unavailable() // cannot be: a batch without an error has stored all of its entries
  return queued.entry
}

function queueOf(chain: ChainModel): (queued: Queued) => Promise<void> {
  const existing = queues.get(chain)
  if (existing) return existing
  const queue = createBatcher<Queued>(
    async (batch) => {
      const stored = await addAll(chain, batch)
      for (const queued of batch) queued.entry = stored.get(queued.addition.entryId) ?? null
    },
    { maxConcurrent: 1, size: BATCH },
  )
  queues.set(chain, queue)
  return queue
}

/** The entries of all additions by `entryId`, those of before included. */
async function addAll(chain: ChainModel, batch: Queued[]): Promise<Map<string, ChainEntry>> {
  const entryIds = batch.map(({ addition }) => addition.entryId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const known = await chain.find({ entryId: { $in: entryIds } }).lean<ChainEntry[]>()
    const stored = new Map(known.map((entry) => [entry.entryId, entry]))
    let last = await chain.findOne({}, { hash: 1 }).sort({ _id: -1 }).lean<Pick<ChainEntry, '_id' | 'hash'>>()
    const added: ChainEntry[] = []
    for (const { addition } of batch) {
      if (stored.has(addition.entryId)) continue
      const entry = sealed(last, addition)
      stored.set(entry.entryId, entry)
      added.push(entry)
      last = entry
    }
    if (added.length === 0) return stored
    try {
      await chain.insertMany(added) // in order: what is stored before an error has no gaps
      return stored
    } catch (error) {
      if (!isDuplicateKey(error)) throw error // otherwise another process has taken a place
    }
  }
  throw unavailable()
}

/** What is wrong with an entry, given the one before it; null if nothing is. */
export function faultOf(previous: ChainEntry | null, entry: ChainEntry): string | null {
  if (entry._id !== (previous?._id ?? 0) + 1) return `an entry is missing before ${entry._id}`
  if (entry.previousHash !== (previous?.hash ?? GENESIS)) return `entry ${entry._id} does not follow the one before it`
  if (entry.hash !== hashOf(entry)) return `entry ${entry._id} has been changed`
  return null
}

export interface ChainReport {
  entries: number
  lastHash: string
  faults: string[]
}

/** Reads a whole chain and checks every entry; `check` looks at its content. */
export async function verifyChain(
  chain: ChainModel,
  check: (entry: ChainEntry) => Promise<string | null> = async () => null,
): Promise<ChainReport> {
  const report: ChainReport = { entries: 0, lastHash: GENESIS, faults: [] }
  let last: ChainEntry | null = null
  for (let page = await pageAfter(chain, 0); page.length > 0; page = await pageAfter(chain, last?._id ?? 0)) {
    for (const entry of page) {
      for (const fault of [faultOf(last, entry), await check(entry)]) if (fault) report.faults.push(fault)
      report.entries += 1
      report.lastHash = entry.hash
      last = entry
    }
  }
  return report
}

function pageAfter(chain: ChainModel, seq: number): Promise<ChainEntry[]> {
  return chain
    .find({ _id: { $gt: seq } })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean<ChainEntry[]>()
}
