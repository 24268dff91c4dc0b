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

/** Of this process, one for each chain. */
const queues = new WeakMap<ChainModel, (addition: Addition) => Promise<ChainEntry>>()

/**
 * Adds an entry at the end of a chain, or returns the one that has this `entryId`. Additions of this process that come
 * while others are stored are stored together: one after another they would wait for three commands each.
 */
export function append(chain: ChainModel, addition: Addition): Promise<ChainEntry> {
  return queueOf(chain)(addition)
}

function queueOf(chain: ChainModel): (addition: Addition) => Promise<ChainEntry> {
  const existing = queues.get(chain)
  if (existing) return existing
  const queue = createBatcher((additions: Addition[]) => addAll(chain, additions), { maxConcurrent: 1, size: BATCH })
  queues.set(chain, queue)
  return queue
}

/** Returns the entry of each addition, which may have been stored before. */
async function addAll(chain: ChainModel, additions: Addition[]): Promise<ChainEntry[]> {
  const entryIds = additions.map(({ entryId }) => entryId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const known = await chain.find({ entryId: { $in: entryIds } }).lean<ChainEntry[]>()
    const stored = new Map(known.map((entry) => [entry.entryId, entry]))
    let last = await chain.findOne({}, { hash: 1 }).sort({ _id: -1 }).lean<Pick<ChainEntry, '_id' | 'hash'>>()
    const added: ChainEntry[] = []
    const entries = additions.map((addition) => {
      const existing = stored.get(addition.entryId)
      if (existing) return existing
      const entry = sealed(last, addition)
      stored.set(entry.entryId, entry)
      added.push(entry)
      last = entry
      return entry
    })
    if (added.length === 0) return entries
    try {
      await chain.insertMany(added) // in order: what is stored before an error has no gaps
      return entries
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
