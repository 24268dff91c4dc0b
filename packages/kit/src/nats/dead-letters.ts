import type { Connection } from 'mongoose'
import type { JsMsg } from 'nats'
import { deadLetters } from '../observability/metrics.ts'

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

/** Stores a message that the service gives up on, then ends its delivery. */
export async function storeDeadLetter(db: Connection, message: JsMsg, reason: string): Promise<void> {
  const text = Buffer.from(message.data).toString('utf8')
  await deadLettersOf(db).insertOne({ subject: message.subject, text, reason, at: new Date() })
  message.term()
  deadLetters.inc()
}

/** Deletes the dead letters whose message `isErased` accepts. There are few, and their only index is their id. */
export async function eraseDeadLetters(db: Connection, isErased: (text: string) => boolean): Promise<void> {
  for await (const { _id, text } of deadLettersOf(db).find({}, { projection: { text: 1 } })) {
    if (isErased(text)) await deadLettersOf(db).deleteOne({ _id })
  }
}
