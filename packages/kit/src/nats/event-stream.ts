import { errors } from '@zing/proto/errors'
import { EVENTS_STREAM, EVENTS_SUBJECTS } from '@zing/proto/nats/events'
import {
  DiscardPolicy,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { encode, type Nats, requestHeaders } from './connection.ts'
import { eventOf, type Publish } from './outbox.ts'

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
      if (!hasStream) await ensureStream(nc)
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

type StreamDescription = Partial<StreamConfig> & Pick<StreamConfig, 'name'>

const STREAM = {
  name: EVENTS_STREAM,
  subjects: [EVENTS_SUBJECTS],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  max_age: nanos(KEEP_MS),
}
/** nats-server also answers so to one of two processes that create the same stream at once. */
const SUBJECTS_OVERLAP = 10_065
/** A stream of this name has another configuration. */
const EXISTS_OTHERWISE = 10_058

/** Creates the stream if it is missing, on disk with one replica: it never holds the only copy of data. */
export function ensureStream(nc: NatsConnection): Promise<void> {
  return addStream(nc, STREAM)
}

/** Creates a stream if it is missing, and updates the configuration of an older version. */
export async function addStream(nc: NatsConnection, stream: StreamDescription): Promise<void> {
  const { streams } = await nc.jetstreamManager()
  await streams.add(stream).catch((error: unknown) => {
    const code = error instanceof NatsError ? error.jsError()?.err_code : undefined
    if (code === SUBJECTS_OVERLAP) return streams.add(stream)
    if (code === EXISTS_OTHERWISE) return streams.update(stream.name, stream)
    throw error
  })
}
