import {
  AckPolicy,
  type Consumer,
  ConsumerEvents,
  type ConsumerMessages,
  DeliverPolicy,
  type NatsConnection,
  NatsError,
  nanos,
} from 'nats'
import { jetStreamErrorOf } from './add-stream.ts'

const NOT_FOUND = 404 // the consumer, or its stream
/** The consumer has another configuration. nats-server answers so from 2.10 on; older servers update the consumer. */
const EXISTS_OTHERWISE = 10_148

/** Names a durable consumer and its stream. */
export interface DurableName {
  stream: string
  durable: string
}

interface DurableOptions extends DurableName {
  subject: string
  /** NATS delivers a message again that is not acknowledged for this time. */
  ackWaitMs: number
  /** Messages that all processes together hold. */
  maxAckPending: number
}

/**
 * Opens a durable pull consumer that all processes of a service share. Creates it if it is missing, and updates the
 * configuration of an older version.
 */
export async function openDurable(
  nc: NatsConnection,
  { stream, durable, subject, ackWaitMs, maxAckPending }: DurableOptions,
): Promise<Consumer> {
  const { consumers } = await nc.jetstreamManager()
  const config = {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: maxAckPending,
  }
  await consumers.add(stream, config).catch((error: unknown) => {
    if (jetStreamErrorOf(error) === EXISTS_OTHERWISE) return consumers.update(stream, durable, config)
    throw error
  })
  return nc.jetstream().consumers.get(stream, durable)
}

/** Returns false if a durable consumer or its stream was deleted. */
export async function hasConsumer(nc: NatsConnection, { stream, durable }: DurableName): Promise<boolean> {
  const manager = await nc.jetstreamManager()
  try {
    await manager.consumers.info(stream, durable)
    return true
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === NOT_FOUND) return false
    throw error
  }
}

/**
 * Closes a batch when the durable consumer was deleted; returns true then. nats-server drops a request for messages that
 * comes after the deletion. The client would wait until the batch expires, and then again.
 */
export async function closeWhenDeleted(
  batch: ConsumerMessages,
  nc: NatsConnection,
  name: DurableName,
): Promise<boolean> {
  for await (const { type } of await batch.status()) {
    if (type !== ConsumerEvents.HeartbeatsMissed) continue
    const isDeleted = await hasConsumer(nc, name).then(
      (exists) => !exists,
      () => false, // no response: NATS is unavailable, and the next missed heartbeat checks again
    )
    if (!isDeleted) continue
    void batch.close()
    return true
  }
  return false
}
