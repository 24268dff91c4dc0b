import type { Ctx } from '../context.ts'
import type { ExportDocument } from '../models/export.ts'
import { filesOf } from './files.ts'
import { createZipWriter } from './zip.ts'

const CHUNK_BYTES = 256 * 1024

/** Makes a copy; a failure is stored with it, so that its download says so. */
export async function makeExport(ctx: Ctx, copy: ExportDocument, signal: AbortSignal): Promise<void> {
  try {
    await writeExport(ctx, copy, signal)
  } catch (err) {
    if (!signal.aborted) ctx.log.error({ err, userId: copy.userId }, 'export failed')
    await ctx.models.Export.updateOne({ _id: copy._id }, { $set: { isFailed: true } }).catch(() => {}) // it expires
  }
}

/** Writes the archive in chunks while its files are read, so that a large one takes no more memory than a small one. */
async function writeExport(ctx: Ctx, copy: ExportDocument, signal: AbortSignal): Promise<void> {
  const { Export, ExportChunk } = ctx.models
  const zip = createZipWriter()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let offset = 0

  /** False once this copy is gone: another one has replaced it, or the account was deleted. */
  async function store(isLast = false): Promise<boolean> {
    const bytes = zip.take()
    if (bytes.length > 0) waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes < CHUNK_BYTES && !isLast) return true
    signal.throwIfAborted()
    const data = Buffer.concat(waiting)
    const { _id: exportId, userId, expiresAt } = copy
    await ExportChunk.create({ exportId, userId, offset, data, expiresAt })
    offset += data.length
    waiting = []
    waitingBytes = 0
    const stored = { $set: { bytes: offset, isComplete: isLast } } // after the chunk, which can be read from now on
    const { matchedCount } = await Export.updateOne({ _id: exportId }, stored)
    if (matchedCount === 0) await ExportChunk.deleteMany({ exportId }) // the first ones were deleted with the copy
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
