import { createHash } from 'node:crypto'
import { unavailable } from '@zing/kit/errors'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { ChainEntry, ChainModel } from '../models/chain.ts'

/** Stands before the first entry of a chain. */
export const GENESIS = '0'.repeat(64)

const MAX_ATTEMPTS = 50
const PAGE = 500

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

/** The last addition of this process to each chain: one after another they do not compete for the next place. */
const additions = new WeakMap<ChainModel, Promise<unknown>>()

/** Adds an entry at the end of a chain, or returns the one that has this `entryId`. */
export function append(chain: ChainModel, addition: Addition): Promise<ChainEntry> {
  const added = (additions.get(chain) ?? Promise.resolve()).then(() => addTo(chain, addition))
  additions.set(
    chain,
    added.catch(() => {}), // the caller handles it
  )
  return added
}

async function addTo(chain: ChainModel, addition: Addition): Promise<ChainEntry> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const known = await chain.findOne({ entryId: addition.entryId }).lean<ChainEntry>()
    if (known) return known
    const last = await chain.findOne({}, { hash: 1 }).sort({ _id: -1 }).lean<Pick<ChainEntry, '_id' | 'hash'>>()
    const entry = sealed(last, addition)
    try {
      await chain.create(entry)
      return entry
    } catch (error) {
      if (!isDuplicateKey(error)) throw error // otherwise another process has taken the place
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
