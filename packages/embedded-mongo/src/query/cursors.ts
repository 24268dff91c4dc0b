import { type Document, Long } from 'bson'
import { CommandError } from '../errors.ts'

/** The documents that a cursor has not returned yet, as BSON: see reply.ts. */
interface OpenCursor {
  ns: string
  rest: Iterator<Buffer>
  usedAt: number
}

export interface Cursors {
  open: Map<number, OpenCursor>
  lastId: number
}

const FIRST_BATCH = 101
const MAX_BATCH_BYTES = 16 * 1024 * 1024
const IDLE_MS = 10 * 60 * 1000

export function createCursors(): Cursors {
  return { open: new Map(), lastId: 0 }
}

export function openCursor(
  cursors: Cursors,
  ns: string,
  documents: Iterable<Buffer>,
  { batchSize = FIRST_BATCH, singleBatch = false },
) {
  const rest = documents[Symbol.iterator]()
  const { batch, isDone } = takeBatch(rest, batchSize)
  if (isDone || singleBatch) return { cursor: { firstBatch: batch, id: Long.ZERO, ns }, ok: 1 }
  cursors.lastId += 1
  cursors.open.set(cursors.lastId, { ns, rest, usedAt: Date.now() })
  return { cursor: { firstBatch: batch, id: Long.fromNumber(cursors.lastId), ns }, ok: 1 }
}

export function nextBatch(cursors: Cursors, id: number, batchSize = Number.POSITIVE_INFINITY): Document {
  const cursor = cursors.open.get(id)
  if (!cursor) throw new CommandError(43, 'CursorNotFound', `cursor id ${id} not found`)
  cursor.usedAt = Date.now()
  const { batch, isDone } = takeBatch(cursor.rest, batchSize || Number.POSITIVE_INFINITY)
  if (isDone) cursors.open.delete(id)
  return { cursor: { nextBatch: batch, id: isDone ? Long.ZERO : Long.fromNumber(id), ns: cursor.ns }, ok: 1 }
}

export function closeIdleCursors(cursors: Cursors): void {
  for (const [id, { usedAt }] of cursors.open) if (Date.now() - usedAt > IDLE_MS) cursors.open.delete(id)
}

function takeBatch(rest: Iterator<Buffer>, size: number): { batch: Buffer[]; isDone: boolean } {
  const batch: Buffer[] = []
  let bytes = 0
  while (batch.length < size && bytes < MAX_BATCH_BYTES) {
    const next = rest.next()
    if (next.done) return { batch, isDone: true }
    batch.push(next.value)
    bytes += next.value.length
  }
  return { batch, isDone: false }
}
