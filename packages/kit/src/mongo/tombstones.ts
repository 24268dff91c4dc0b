import type { Model } from 'mongoose'
import { SWEEP_DELAY_MS } from '../timing/delayed-sweep.ts'
import { paced } from '../timing/pace.ts'
import { isDuplicateKey } from './errors.ts'

// A tombstone is what remains of a deleted entity: `_id`, which is never given again, `at`, `epoch` and `needsSweep`.
// `needsSweep` is true until the second erasure, which covers writes that were in flight.

/** Index of the few tombstones that wait for their second erasure. */
export const sweepIndex = [{ needsSweep: 1, _id: 1 }, { partialFilterExpression: { needsSweep: true } }] as const

// biome-ignore lint/suspicious/noExplicitAny: models of any shape that has the fields of a tombstone
export type TombstoneModel = Model<any, any, any, any, any>

const BATCH = 100

/** Stores a tombstone unless there is one. */
export async function addTombstone(tombstones: TombstoneModel, id: number, epoch: number): Promise<void> {
  const created = { at: new Date(), needsSweep: true, epoch }
  try {
    await tombstones.updateOne({ _id: id }, { $setOnInsert: created }, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error // stored concurrently
  }
}

/** True if one of these was deleted. Call it before you store anything about them that may be late. */
export async function isAnyDeleted(tombstones: TombstoneModel, ids: number[]): Promise<boolean> {
  return (await tombstones.exists({ _id: { $in: ids } })) !== null
}

/** Erases again what was deleted at least SWEEP_DELAY_MS ago and was erased once, with pauses. */
export async function sweepTombstones(tombstones: TombstoneModel, erase: (id: number) => Promise<void>): Promise<void> {
  const due = { needsSweep: true, at: { $lte: new Date(Date.now() - SWEEP_DELAY_MS) } }
  for (let isFull = true; isFull; ) {
    const found: { _id: number }[] = await tombstones.find(due, { _id: 1 }).sort({ _id: 1 }).limit(BATCH).lean()
    for (const { _id } of found) {
      await paced(() => erase(_id))
      await tombstones.updateOne({ _id }, { $unset: { needsSweep: '' } })
    }
    isFull = found.length === BATCH
  }
}
