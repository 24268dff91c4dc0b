import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import type { Identity } from '@zing/kit/http/internal-token'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import type { ByteRange } from '../export/byte-range.ts'
import type { ExportDocument } from '../models/export.ts'
import { toBuffer } from '../models/to-buffer.ts'
import { exportIdOf } from './create-export.ts'

const POLL_MS = 200
/** Below the 30 s after which a connection without a byte is cut. */
const WAIT_MS = 20_000

export interface Download {
  first: number
  /** Included; null while the copy is made and its end is not known. */
  last: number | null
  /** Of the whole copy; null as above. */
  size: number | null
  isPart: boolean
  bytes: AsyncIterable<Buffer>
  /** To be called once all bytes have been sent. */
  markDelivered(): Promise<void>
}

/**
 * Opens a download for the session that asked for the copy; 404 for any other one. It may begin once: when it was
 * delivered to its end, only the rest of a broken download is served. A part is served when the copy is complete.
 */
export async function openExport(
  ctx: Ctx,
  caller: Identity,
  { token, range }: { token: string; range: ByteRange | null },
): Promise<Download> {
  const id = exportIdOf(token)
  const find = () => findExport(ctx, caller, id)
  const isBeginning = range === null || range.first === 0
  let copy = await find() // no wait for what is not served
  if (copy.isDelivered && isBeginning) throw new AppError(404, messages.notFound)
  copy = await until(find, ({ bytes, isComplete }) => isComplete || (range === null && bytes > 0))

  const size = copy.isComplete ? copy.bytes : null
  const isPart = range !== null && size !== null && range.first < size
  const first = isPart ? range.first : 0
  const last = size === null ? null : Math.min(isPart ? (range.last ?? size) : size, size - 1)
  return {
    first,
    last,
    size,
    isPart,
    bytes: read(ctx, find, { first, last }),
    async markDelivered() {
      const isRest = last === null ? {} : { bytes: last + 1 } // not a part in the middle
      await ctx.models.Export.updateOne({ _id: id, ...isRest }, { $set: { isDelivered: true } })
    },
  }
}

async function findExport(ctx: Ctx, { userId, sid }: Identity, id: string): Promise<ExportDocument> {
  const own = { _id: id, userId, sid, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  const copy = await ctx.models.Export.findOne(own).lean()
  if (!copy) throw new AppError(404, messages.notFound)
  if (copy.isFailed) throw new AppError(503, messages.unavailable)
  return copy
}

async function until(
  find: () => Promise<ExportDocument>,
  isReady: (copy: ExportDocument) => boolean,
): Promise<ExportDocument> {
  const waitUntil = performance.now() + WAIT_MS
  for (;;) {
    const copy = await find()
    if (isReady(copy)) return copy
    if (performance.now() > waitUntil) throw new AppError(503, messages.busy)
    await pause(POLL_MS)
  }
}

/** Reads the chunks in their order, and waits for those that are still made. */
async function* read(
  ctx: Ctx,
  find: () => Promise<ExportDocument>,
  { first, last }: { first: number; last: number | null },
): AsyncGenerator<Buffer> {
  let at = first
  let waitUntil = performance.now() + WAIT_MS
  for (;;) {
    const copy = await find()
    const end = last === null ? copy.bytes : last + 1
    while (at < end) {
      ensureInTime()
      const data = await readChunk(ctx, copy._id, at)
      const rest = data.subarray(0, end - at)
      yield rest
      at += rest.length
      waitUntil = performance.now() + WAIT_MS
    }
    if (last !== null || copy.isComplete) return
    if (performance.now() > waitUntil) throw new AppError(503, messages.unavailable)
    await pause(POLL_MS)
  }
}

/** The bytes from `at` to the end of the chunk that has it. */
async function readChunk({ models }: Ctx, exportId: string, at: number): Promise<Buffer> {
  const chunk = await models.ExportChunk.findOne({ exportId, offset: { $lte: at } })
    .sort({ offset: -1 })
    .lean()
  const data = chunk && toBuffer(chunk.data).subarray(at - chunk.offset)
  if (!data || data.length === 0) throw new AppError(404, messages.notFound) // expired, or begun anew meanwhile
  return data
}
