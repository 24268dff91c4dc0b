import { EVENTS_STREAM, EVENTS_SUBJECTS } from '@zing/proto/nats/events'
import { AckPolicy, type Consumer, DeliverPolicy, type NatsConnection, NatsError, nanos } from 'nats'
import { ensureStream } from './event-stream.ts'

/** Events that all processes of a service hold together. */
const MAX_ACK_PENDING = 1_024
const NOT_FOUND = 404 // the consumer, or its stream

/** Opens the durable consumer of a service; creates it, and the stream, if they are missing. */
export async function openConsumer(nc: NatsConnection, service: string, ackWaitMs: number): Promise<Consumer> {
  await ensureStream(nc)
  const manager = await nc.jetstreamManager()
  await manager.consumers.add(EVENTS_STREAM, {
    durable_name: service,
    filter_subject: EVENTS_SUBJECTS,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: MAX_ACK_PENDING,
  })
  return nc.jetstream().consumers.get(EVENTS_STREAM, service)
}

/** Returns false if the durable consumer of a service was deleted, or its stream. */
export async function hasConsumer(nc: NatsConnection, service: string): Promise<boolean> {
  const manager = await nc.jetstreamManager()
  try {
    await manager.consumers.info(EVENTS_STREAM, service)
    return true
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === NOT_FOUND) return false
    throw error
  }
}
