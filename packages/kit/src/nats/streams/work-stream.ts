import { errors } from '@zing/proto/errors'
import { type WorkContract, WorkEnvelope, type WorkOf, type WorkStream } from '@zing/proto/nats/work'
import { DiscardPolicy, type NatsConnection, nanos, RetentionPolicy, StorageType } from 'nats'
import { z } from 'zod/mini'
import { encode, type Nats, requestHeaders } from '../connection.ts'
import type { AddStream } from './add-stream.ts'

const ACK_MS = 1_000
const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000

/** Creates the stream if it is missing. The stream deletes work once it is acknowledged. */
export function ensureWorkStream(nc: NatsConnection, stream: WorkStream, add: AddStream): Promise<void> {
  return add(nc, {
    name: stream.name,
    subjects: [...stream.subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.Old,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    max_age: nanos(stream.keepMs),
    max_msgs: stream.maxMessages,
    max_bytes: stream.maxBytes,
  })
}

/**
 * Hands work to the stream, and resolves once the stream has stored it. The stream stores work of the same id within ten
 * minutes once.
 */
export type PublishWork = <W extends WorkContract>(contract: W, work: WorkOf<W>) => Promise<void>

/** Rejects with a 503 while NATS is disconnected; the caller keeps its work and tries again. */
export function createPublishWork(nats: Nats): PublishWork {
  const known = new Set<string>()
  return async function publish({ stream, subject, payload }, work) {
    const nc = nats.up()
    if (!nc) throw errors.unavailable()
    const checked = z.extend(payload, WorkEnvelope.shape).parse(work)
    try {
      if (!known.has(stream.name)) await ensureWorkStream(nc, stream, nats.addStream)
      known.add(stream.name)
      const options = { msgID: work.id, headers: requestHeaders() }
      await nc.jetstream({ timeout: ACK_MS }).publish(subject, encode(checked), options)
    } catch (err) {
      known.delete(stream.name) // it may have been deleted
      nats.log.debug({ err, subject }, 'work not published')
      throw errors.unavailable()
    }
  }
}
