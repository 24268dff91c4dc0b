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

const NOT_FOUND = 404 // the consumer, or its stream
/** A consumer of this name has another configuration: since nats-server 2.10, the older ones update it. */
const EXISTS_OTHERWISE = 10_148

/** A durable consumer, by its name and that of its stream. */
export interface DurableName {
  stream: string
  durable: string
}

interface DurableOptions extends DurableName {
  subject: string
  /** Time after which messages that are not acknowledged are delivered again. */
  ackWaitMs: number
  /** Messages that all processes together have in hand. */
  maxAckPending: number
}

/**
 * Opens a durable pull consumer, which all processes of a service share; creates it if it is missing, and updates one that an
 * older version has created.
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
    if (error instanceof NatsError && error.api_error?.err_code === EXISTS_OTHERWISE)
      return consumers.update(stream, durable, config)
    throw error
  })
  return nc.jetstream().consumers.get(stream, durable)
}

/** Returns false if a durable consumer was deleted, or its stream. */
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
 * Closes a batch when the durable consumer was deleted; true if it did. nats-server answers a request for messages that came
 * before the deletion, and drops one that comes after it: the client would wait until the batch expires, and then again.
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
