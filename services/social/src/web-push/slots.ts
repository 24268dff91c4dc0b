import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { Ctx } from '../context.ts'

const MAX_ATTEMPTS = 3

export interface SlotRequest {
  /** The key of a slot, which may notify once in `everyMs`. */
  key: string
  userId: number
  aboutId?: number
  /** The newest message; the slot has notified of all messages up to its last `seq`. */
  seq: number
  everyMs: number
  /** The work that takes the slot. It gets the slot again when repeated after a crash. */
  workId: string
  epoch: number
}

/** `taken` by this work, `done` by other work or left to newer work, or the ms until it is free. */
export type Slot = 'taken' | 'done' | { freeInMs: number }

/**
 * Takes a slot in one write, so that only one process gets it. When several works wait, the newest takes the slot. Its
 * notification counts the messages of the others, which would only repeat it.
 */
export async function takeSlot({ models }: Ctx, wanted: SlotRequest): Promise<Slot> {
  const { key, userId, aboutId, seq, everyMs, workId, epoch } = wanted
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const at = new Date()
    const isNewest = { seq: { $lt: seq }, waitingSeq: { $not: { $gt: seq } } }
    const free = { _id: key, ...isNewest, at: { $not: isWithin(everyMs, at) } }
    const owner = { userId, ...(aboutId !== undefined && { aboutId }), epoch }
    try {
      await models.PushSlot.updateOne(free, { $set: { ...owner, at, seq, workId } }, { upsert: true })
      return 'taken'
    } catch (error) {
      if (!isDuplicateKey(error)) throw error // otherwise the slot exists and is not free
    }
    const waiting = { $max: { waitingSeq: seq } }
    const slot = await models.PushSlot.findOneAndUpdate({ _id: key }, waiting, { returnDocument: 'after' }).lean()
    if (!slot) continue // expired meanwhile
    if (slot.workId === workId) return 'taken'
    if (slot.seq >= seq || (slot.waitingSeq ?? 0) > seq) return 'done'
    const freeInMs = slot.at.getTime() + everyMs - Date.now()
    if (freeInMs > 0) return { freeInMs }
  }
  return { freeInMs: everyMs }
}

/** A time further ahead comes from a process with a wrong clock, and occupies nothing. */
function isWithin(ms: number, at: Date) {
  return { $gt: new Date(at.getTime() - ms), $lte: new Date(at.getTime() + ms) }
}
