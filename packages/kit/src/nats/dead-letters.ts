import type { Connection } from 'mongoose'

/** An event that a service gave up on, in the collection `dead_letters` of its database. */
export interface DeadLetter {
  subject: string
  /** The message as it arrived, JSON unless it was malformed. */
  text: string
  reason: string
  at: Date
}

export function deadLettersOf(db: Connection) {
  return db.collection<DeadLetter>('dead_letters')
}
