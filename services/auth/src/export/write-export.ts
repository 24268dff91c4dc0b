import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Ctx } from '../context.ts'
import type { ExportDocument } from '../models/export.ts'
import { chunkKeyOf } from './chunk-key.ts'
import { filesOf } from './files.ts'
import { createZipWriter } from './zip.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Makes a copy and stores a failure with it, so that the download reports it. If the process stops, another one takes
 * over. A copy that nobody waits for any more is dropped.
 */
export async function makeExport(ctx: Ctx, copy: ExportDocument, signal: AbortSignal): Promise<void> {
  try {
    await writeExport(ctx, copy, signal)
  } catch (err) {
    if (await isGone(ctx, copy)) return drop(ctx, copy)
    if (!signal.aborted) ctx.log.error({ err, userId: copy.userId }, 'export failed')
    const { _id, attempt } = copy
    const change = signal.aborted ? { aliveAt: new Date(0) } : { isFailed: true }
    await ctx.models.Export.updateOne({ _id, attempt }, { $set: change }).catch(() => {}) // the copy expires
  }
}

/** True if the account was deleted, or another copy or attempt has replaced this one. */
async function isGone(ctx: Ctx, { _id, attempt, userId }: ExportDocument): Promise<boolean> {
  const { Export, User } = ctx.models
  const found = Promise.all([Export.exists({ _id, attempt }), User.exists({ _id: userId, ...ofCurrentEpoch(ctx) })])
  const documents: unknown[] = await found.catch(() => []) // unknown: the copy counts as failed
  return documents.includes(null)
}

/** The first chunks were deleted with the copy. This process may have stored another one afterwards. */
async function drop({ models, log }: Ctx, copy: ExportDocument): Promise<void> {
  await models.ExportChunk.deleteMany({ exportId: chunkKeyOf(copy) }).catch(() => {}) // they expire
  log.debug({ userId: copy.userId }, 'export dropped')
}

/** Writes the archive in chunks while it reads the files, so that a large archive takes no more memory. */
async function writeExport(ctx: Ctx, copy: ExportDocument, signal: AbortSignal): Promise<void> {
  const { Export, ExportChunk } = ctx.models
  const zip = createZipWriter()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let offset = 0

  /** Returns false if the account was deleted, or another copy or attempt has replaced this one. */
  async function store(isLast = false): Promise<boolean> {
    const bytes = zip.take()
    if (bytes.length > 0) waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes < CHUNK_BYTES && !isLast) return true
    signal.throwIfAborted()
    const data = Buffer.concat(waiting)
    const { _id, attempt, userId, expiresAt } = copy
    const exportId = chunkKeyOf(copy)
    await ExportChunk.create({ exportId, userId, offset, data, expiresAt })
    offset += data.length
    waiting = []
    waitingBytes = 0
    const stored = { $set: { bytes: offset, isComplete: isLast } } // after the chunk, which is readable from now on
    const { matchedCount } = await Export.updateOne({ _id, attempt }, stored)
    if (matchedCount === 0) await drop(ctx, copy)
    return matchedCount === 1
  }

  for await (const { name, isCompressed = false, parts } of filesOf(ctx, copy, signal)) {
    zip.begin(name, { isCompressed })
    for await (const part of parts) {
      zip.push(part)
      if (!(await store())) return
    }
  }
  zip.finish()
  await store(true)
}
