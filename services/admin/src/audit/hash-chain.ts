import { createHash } from 'node:crypto'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { createBatcher } from '@zing/kit/timing/batcher'
import { errors } from '@zing/proto/errors'
import { type ChainEntry, HEAD_ID } from '../models/chain.ts'
import type { Models } from '../models/models.ts'

/** The previous hash of the first entry. */
export const GENESIS = '0'.repeat(64)

const MAX_ATTEMPTS = 50
const PAGE = 500
/** Entries in one write. */
const BATCH = 100

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

/** SHA-256 of the entry and the previous hash: an attacker who changes an entry must change all later entries. */
export function hashOf({ _id, entryId, at, content, previousHash }: Omit<ChainEntry, 'hash'>): string {
  return sha256(JSON.stringify([_id, entryId, at.toISOString(), content, previousHash]))
}

/** The entry after `last`, or the first entry. */
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

/** One queue for each chain in this process. */
const queues = new WeakMap<Models['Audit'], (addition: Addition) => Promise<ChainEntry>>()

/**
 * Adds an entry at the end of the chain, or returns the stored entry with this `entryId`. Additions that arrive during
 * a write share the next write, since each write takes several commands.
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

/** Returns the entry of each addition, also of an addition stored earlier. */
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
      await models.Audit.insertMany(added) // in order: the entries stored before an error have no gaps
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
 * The entry that the next entry follows: the newest entry, or the head if the newest entry was removed. The removed
 * place then stays empty, and `createChainCheck` finds it. A head exists before the first entry.
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

/** Does nothing if another process has moved the head further. */
async function moveHead({ AuditHead }: ChainModels, { _id: seq, hash }: End): Promise<void> {
  try {
    await AuditHead.updateOne({ _id: HEAD_ID, seq: { $lt: seq } }, { $set: { seq, hash } }, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
}

/** Describes the fault of an entry, given the previous entry; null for an intact entry. */
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
  /** Reads to the end; each later call reads the entries added since. */
  readOn(): Promise<void>
}

/** Checks every entry of the chain and hands it to `take`. */
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

/** Describes a missing or changed end of the chain: a chain without its end looks whole by itself. */
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
