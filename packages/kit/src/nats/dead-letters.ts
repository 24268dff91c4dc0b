import type { Connection } from 'mongoose'
import type { NatsConnection } from 'nats'

/** An event that a service gave up on, in the collection `dead_letters` of its database. */
export interface DeadLetter {
  subject: string
  /** The message as it arrived, JSON unless it was malformed. */
  text: string
  reason: string
  at: Date
}

const ACK_MS = 1_000

export function deadLettersOf(db: Connection) {
  return db.collection<DeadLetter>('dead_letters')
}

/**
 * Publishes every dead letter again to all consumers, oldest first, and deletes it once the stream has stored it, with
 * a new message id because of the duplicate window. Returns their number; throws when NATS does not store one.
 */
export async function replayDeadLetters(db: Connection, nc: NatsConnection): Promise<number> {
  const jetstream = nc.jetstream({ timeout: ACK_MS })
  const letters = await deadLettersOf(db).find().sort({ at: 1 }).toArray()
  for (const { _id, subject, text } of letters) {
    await jetstream.publish(subject, Buffer.from(text), { msgID: `replay-${_id}` })
    await deadLettersOf(db).deleteOne({ _id })
  }
  return letters.length
}
