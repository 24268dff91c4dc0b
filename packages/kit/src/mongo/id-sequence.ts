import type { Connection } from 'mongoose'
import { isDuplicateKey } from './errors.ts'

export interface Ids {
  /** Returns the next number: unique for ever, rising within a process, with gaps after a restart. */
  next(): Promise<number>
}

const BLOCK = 100

/** Creates numeric ids, reserving blocks of 100 with one write each. `name` is the id of the document in `counters`. */
export function createIds(db: Connection, name: string): Ids {
  let next = 1
  let end = 1 // exclusive
  let reserving: Promise<void> | null = null

  async function reserve(): Promise<void> {
    end = (await lastOfNewBlock(db, name)) + 1
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

async function lastOfNewBlock(db: Connection, name: string): Promise<number> {
  const counters = db.collection<{ _id: string; last: number }>('counters')
  const increment = () =>
    counters.findOneAndUpdate({ _id: name }, { $inc: { last: BLOCK } }, { upsert: true, returnDocument: 'after' })
  const counter = await increment().catch((error: unknown) => {
    if (isDuplicateKey(error)) return increment() // another process has just created the counter
    throw error
  })
  if (!counter) throw new Error(`no counter for ${name}`)
  return counter.last
}
