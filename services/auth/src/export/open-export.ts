import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@zing/kit/http/internal-token'
import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { ExportDocument, SentBytes } from '../models/export.ts'
import { reviveIfLost } from './begin-export.ts'
import type { ByteRange } from './byte-range.ts'
import { chunkKeyOf } from './chunk-key.ts'
import { exportIdOf } from './create-export.ts'
import { covers } from './sent-bytes.ts'

const ETAG_CHARACTERS = 8
const POLL_MS = 200
/** More than the downloads allowed within an hour. */
const SENT_MAX = 1_000
/** Less than the 30 s after which a silent connection is cut. */
const WAIT_MS = 20_000

export interface Download {
  /** Identifies the bytes: each attempt to make the copy produces other bytes. */
  etag: string
  first: number
  /** Included; null while the copy is being made and its end is unknown. */
  last: number | null
  /** The size of the whole copy; null while it is unknown. */
  size: number | null
  isPart: boolean
  bytes: AsyncIterable<Buffer>
}

interface DownloadRequest {
  token: string
  range: ByteRange | null
  /** The `etag` of the download that the client resumes. */
  ifRange: string | undefined
}

/**
 * Opens a download for the session that requested the copy. 404 for any other session, and after every byte was sent.
 * Until then a broken download can be resumed. A complete copy also serves any part.
 */
export async function openExport(
  ctx: Ctx,
  caller: Identity,
  { token, range, ifRange }: DownloadRequest,
): Promise<Download> {
  const id = exportIdOf(token)
  const find = () => findExport(ctx, caller, id)
  const etagOf = ({ attempt }: ExportDocument) => `"${token.slice(0, ETAG_CHARACTERS)}-${attempt}"`
  /** A request without an etag can only mean the first attempt. */
  const partOf = (copy: ExportDocument) => {
    const isSame = ifRange === undefined ? !copy.attempt : ifRange === etagOf(copy)
    return isSame ? range : null
  }

  let copy = await find() // before any wait, so that a 404 is immediate
  if (copy.isComplete && covers(copy.sent, copy.bytes)) throw errors.notFound()
  copy = await until(find, (now) => now.isComplete || (partOf(now) === null && now.bytes > 0))

  const part = partOf(copy)
  const size = copy.isComplete ? copy.bytes : null
  const isPart = part !== null && size !== null && part.first < size
  const first = isPart ? part.first : 0
  const last = size === null ? null : Math.min(isPart ? (part.last ?? size) : size, size - 1)
  return { etag: etagOf(copy), first, last, size, isPart, bytes: send(ctx, find, copy, { first, last }) }
}

async function findExport(ctx: Ctx, { userId, sid }: Identity, id: string): Promise<ExportDocument> {
  const own = { _id: id, userId, sid, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  const copy = await ctx.models.Export.findOne(own).lean()
  if (!copy) throw errors.notFound()
  if (copy.isFailed) throw errors.unavailable()
  return reviveIfLost(ctx, copy)
}

async function until(
  find: () => Promise<ExportDocument>,
  isReady: (copy: ExportDocument) => boolean,
): Promise<ExportDocument> {
  const waitUntil = performance.now() + WAIT_MS
  for (;;) {
    const copy = await find()
    if (isReady(copy)) return copy
    if (performance.now() > waitUntil) throw errors.busy()
    await pause(POLL_MS)
  }
}

/** Sends the bytes and records how many were sent, also when the download breaks. */
async function* send(
  ctx: Ctx,
  find: () => Promise<ExportDocument>,
  copy: ExportDocument,
  range: { first: number; last: number | null },
): AsyncGenerator<Buffer> {
  const sent: SentBytes = { from: range.first, to: range.first }
  try {
    for await (const bytes of read(ctx, find, copy, range)) {
      yield bytes
      sent.to += bytes.length // the client asks for more, so these were sent
    }
  } finally {
    await noteSent(ctx, copy, sent)
  }
}

/** If this fails, the copy can be downloaded again until it expires. */
async function noteSent({ models, log }: Ctx, { _id, attempt }: ExportDocument, sent: SentBytes): Promise<void> {
  const noted = { $push: { sent: { $each: [sent], $slice: -SENT_MAX } } }
  await models.Export.updateOne({ _id, attempt }, noted).catch((err) => log.warn({ err }, 'download not noted'))
}

/** Reads the chunks in order and waits for chunks that are not stored yet. Throws if the copy was restarted. */
async function* read(
  ctx: Ctx,
  find: () => Promise<ExportDocument>,
  { attempt }: ExportDocument,
  { first, last }: { first: number; last: number | null },
): AsyncGenerator<Buffer> {
  let at = first
  let waitUntil = performance.now() + WAIT_MS
  for (;;) {
    const copy = await find()
    if (copy.attempt !== attempt) throw errors.unavailable() // the new attempt has other bytes
    const end = last === null ? copy.bytes : last + 1
    while (at < end) {
      ensureInTime()
      const data = await readChunk(ctx, chunkKeyOf(copy), at)
      const rest = data.subarray(0, end - at)
      yield rest
      at += rest.length
      waitUntil = performance.now() + WAIT_MS
    }
    if (last !== null || copy.isComplete) return
    if (performance.now() > waitUntil) throw errors.unavailable()
    await pause(POLL_MS)
  }
}

/** The bytes from `at` to the end of the chunk that contains it. */
async function readChunk({ models }: Ctx, exportId: string, at: number): Promise<Buffer> {
  const chunk = await models.ExportChunk.findOne({ exportId, offset: { $lte: at } })
    .sort({ offset: -1 })
    .lean()
  const data = chunk && toBuffer(chunk.data).subarray(at - chunk.offset)
  if (!data || data.length === 0) throw errors.notFound() // expired or restarted meanwhile
  return data
}
