import type { Connection } from 'mongoose'

interface Attempts {
  _id: string
  count: number
  at: Date
}

export interface CrashCounter {
  /** Stores that an attempt begins. Returns how many earlier attempts did not end. */
  begin(eventId: string): Promise<number>
  end(eventId: string): Promise<void>
}

/** Counts, in the collection `event_attempts`, the attempts to handle an event whose process ended. */
export function createCrashCounter(db: Connection): CrashCounter {
  const attempts = db.collection<Attempts>('event_attempts')
  return {
    async begin(eventId) {
      const update = { $inc: { count: 1 }, $set: { at: new Date() } }
      const before = await attempts.findOneAndUpdate({ _id: eventId }, update, { upsert: true })
      return before?.count ?? 0
    },
    async end(eventId) {
      await attempts.deleteOne({ _id: eventId })
    },
  }
}
