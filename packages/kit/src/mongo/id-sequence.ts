import type { Connection } from 'mongoose'
import { isDuplicateKey } from '../errors.ts'

export interface Ids {
  /** The next number: unique for ever, rising within a process, with gaps after a restart. */
  next(): Promise<number>
}

const BLOCK = 100

/** Numeric ids in blocks of 100, so that one write serves 100 of them. `name` is the `counters` document. */
export function createIds(db: Connection, name: string): Ids {
  let next = 1
  let end = 1 // exclusive
  let reserving: Promise<void> | null = null

  async function reserve(): Promise<void> {
    end = (await raise(db, name)) + 1
    next = end - BLOCK
  }

  return {
    async next() {
      while (next >= end) {
        reserving ??= reserve().finally(() => {
          reserving = null
        })
        await reserving
      }
      return next++
    },
  }
}

/** The last number of a new block. */
async function raise(db: Connection, name: string): Promise<number> {
  const counters = db.collection<{ _id: string; last: number }>('counters')
  const reserve = () =>
    counters.findOneAndUpdate({ _id: name }, { $inc: { last: BLOCK } }, { upsert: true, returnDocument: 'after' })
  const counter = await reserve().catch((error: unknown) => {
    if (isDuplicateKey(error)) return reserve() // two processes made the very first block in one instant
    throw error
  })
  if (!counter) throw new Error(`no counter for ${name}`)
  return counter.last
}
