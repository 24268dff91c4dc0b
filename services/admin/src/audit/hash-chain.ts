import { createHash } from 'node:crypto'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { createBatcher } from '@zing/kit/timing/batcher'
import { errors } from '@zing/proto/errors'
import { type ChainEntry, HEAD_ID } from '../models/chain.ts'
import type { Models } from '../models/models.ts'

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

/** The collections of a chain. */
export type ChainModels = Pick<Models, 'Audit' | 'AuditHead'>

/** Of this process, one for each chain. */
const queues = new WeakMap<Models['Audit'], (addition: Addition) => Promise<ChainEntry>>()

/**
 * Adds an entry at the end of the chain, or returns the one that has this `entryId`. Additions of this process that come
 * while others are stored are stored together: one after another they would wait for several commands each.
 */
export function append(models: ChainModels, addition: Addition): Promise<ChainEntry> {
  return queueOf(models)(addition)
}

function queueOf(models: ChainModels): (addition: Addition) => Promise<ChainEntry> {
  const existing = queues.get(models.Audit)
  if (existing) return existing
  const queue = createBatcher((additions: Addition[]) => addAll(models, additions), { maxConcurrent: 1, size: BATCH })
  queues.set(models.Audit, queue)
  return queue
}

/** Returns the entry of each addition, which may have been stored before. */
async function addAll(models: ChainModels, additions: Addition[]): Promise<ChainEntry[]> {
  const entryIds = additions.map(({ entryId }) => entryId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [known, end] = await Promise.all([
      models.Audit.find({ entryId: { $in: entryIds } }).lean<ChainEntry[]>(),
      readEnd(models),
    ])
    const stored = new Map(known.map((entry) => [entry.entryId, entry]))
    let last = end
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
      await models.Audit.insertMany(added) // in order: what is stored before an error has no gaps
      await moveHead(models, last)
      return entries
    } catch (error) {
      if (!isDuplicateKey(error)) throw error // otherwise another process has taken a place
    }
  }
  throw errors.unavailable()
}

type End = Pick<ChainEntry, '_id' | 'hash'>

/**
 * What the next entry follows: the newest entry or, where that is gone, the head. Its place stays empty then, and
 * `readChain` finds it. There is a head before the first entry.
 */
async function readEnd(models: ChainModels): Promise<End> {
  const [head, newest] = await Promise.all([
    models.AuditHead.findById(HEAD_ID).lean(),
    models.Audit.findOne({}, { hash: 1 }).sort({ _id: -1 }).lean<End>(),
  ])
  const end = newest ?? { _id: 0, hash: GENESIS }
  if (!head) await moveHead(models, end)
  return head && head.seq >= end._id ? { _id: head.seq, hash: head.hash } : end
}

/** Does nothing if another process has moved it further. */
async function moveHead({ AuditHead }: ChainModels, { _id: seq, hash }: End): Promise<void> {
  try {
    await AuditHead.updateOne({ _id: HEAD_ID, seq: { $lt: seq } }, { $set: { seq, hash } }, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
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

export interface ChainCheck {
  report: ChainReport
  /** Reads to the end, and each further time what was added since. */
  readOn(): Promise<void>
}

/** Checks every entry of the chain, and hands it to `take`. */
export function createChainCheck({ Audit }: Pick<Models, 'Audit'>, take: (entry: ChainEntry) => void): ChainCheck {
  const report: ChainReport = { entries: 0, lastHash: GENESIS, faults: [] }
  let last: ChainEntry | null = null
  return {
    report,
    async readOn() {
      for (let page = await pageAfter(Audit, last); page.length > 0; page = await pageAfter(Audit, last)) {
        for (const entry of page) {
          const fault = faultOf(last, entry)
          if (fault) report.faults.push(fault)
          report.entries += 1
          report.lastHash = entry.hash
          last = entry
          take(entry)
        }
      }
    },
  }
}

/** What is wrong with the end of the chain: by itself a chain whose end was cut off is whole. */
export async function endFault({ Audit, AuditHead }: ChainModels): Promise<string | null> {
  const head = await AuditHead.findById(HEAD_ID).lean()
  if (!head) return (await Audit.exists({})) ? 'the head of the log is missing' : null
  const named = await Audit.findById(head.seq).lean<ChainEntry>() // stored before the head that names it
  const hash = head.seq === 0 ? GENESIS : named?.hash
  return hash === head.hash ? null : `entry ${head.seq}, once the last one, is missing or another one`
}

function pageAfter(Audit: Models['Audit'], last: ChainEntry | null): Promise<ChainEntry[]> {
  return Audit.find({ _id: { $gt: last?._id ?? 0 } })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean<ChainEntry[]>()
}
