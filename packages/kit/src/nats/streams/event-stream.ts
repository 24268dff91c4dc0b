import { errors } from '@zing/proto/errors'
import { EVENTS_STREAM, EVENTS_SUBJECTS } from '@zing/proto/nats/events'
import { DiscardPolicy, type NatsConnection, nanos, RetentionPolicy, StorageType } from 'nats'
import { encode, type Nats, requestHeaders } from '../connection.ts'
import { eventOf, type Publish } from '../outbox.ts'
import { type AddStream, addStream } from './add-stream.ts'

const ACK_MS = 1_000
const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000
/** The stream keeps events for this time. */
export const KEEP_MS = 7 * 24 * 60 * 60 * 1_000

/** Publishes outbox entries to the stream, with the entry's id as Nats-Msg-Id. Rejects while NATS is disconnected. */
export function createPublish(nats: Nats): Publish {
  let hasStream = false
  return async function publish(entry) {
    const nc = nats.up()
    if (!nc) throw errors.unavailable()
    try {
      if (!hasStream) await ensureStream(nc, nats.addStream)
      hasStream = true
      await nc.jetstream({ timeout: ACK_MS }).publish(entry.subject, encode(eventOf(entry)), {
        msgID: entry.id,
        headers: requestHeaders(entry.trace ?? undefined),
      })
    } catch (error) {
      hasStream = false // it may have been deleted
      throw error
    }
  }
}

const STREAM = {
  name: EVENTS_STREAM,
  subjects: [EVENTS_SUBJECTS],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  max_age: nanos(KEEP_MS),
}

/** Creates the stream if it is missing, on disk: it never holds the only copy of data. */
export function ensureStream(nc: NatsConnection, add: AddStream = addStream): Promise<void> {
  return add(nc, STREAM)
}
