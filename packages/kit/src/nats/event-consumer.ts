import { EVENTS_STREAM, EVENTS_SUBJECTS } from '@zing/proto/nats/events'
import type { Connection } from 'mongoose'
import type { JsMsg } from 'nats'
import { beforeScrape, consumerOldest, consumerPending } from '../observability/metrics.ts'
import { inRequest } from '../observability/trace-context.ts'
import { createKeyedQueue } from '../timing/concurrency.ts'
import { intervalWhileNeeded } from '../timing/interval-while-needed.ts'
import { HEARTBEAT_MS, pullMessages } from '../timing/pull-loop.ts'
import { retryDelayMs } from '../timing/retry.ts'
import { decodeOrUndefined, type Nats } from './connection.ts'
import type { Epoch } from './epoch.ts'
import type { EventHandler } from './event-handler.ts'
import { createEventProcessor } from './event-processor.ts'
import { openDurable } from './streams/durable-consumer.ts'
import { ensureStream } from './streams/event-stream.ts'

const ACK_WAIT_MS = 10_000
/** Events that a process holds, not counting failing ones. It requests more when half of them are handled. */
const MAX_HELD = 64
/** Events that all processes of a service hold together. */
const MAX_ACK_PENDING = 1_024
const POLL_MS = 1_000

export interface ConsumerOptions {
  /** Also the name of the durable consumer. */
  service: string
  handlers: EventHandler[]
  epoch: Epoch
  db: Connection
  /** Called when the consumer was deleted, with events that this service may not have handled. */
  onDeleted?(): void
}

export interface ConsumerTimes {
  /** NATS delivers the events of a process that has ended to another one after this time. */
  ackWaitMs: number
  heartbeatMs: number
  /** Delay before the next attempt. */
  delayMs(attempt: number): number
}

/**
 * Handles the events of the stream: in order for one entity, side by side for several (see `createEventProcessor`).
 * Dead-letters malformed events. Creates a deleted stream or consumer again.
 */
export function consumeEvents(
  nats: Nats,
  options: ConsumerOptions,
  { ackWaitMs = ACK_WAIT_MS, heartbeatMs = HEARTBEAT_MS, delayMs = retryDelayMs }: Partial<ConsumerTimes> = {},
): { stop(): Promise<void> } {
  const bySubject = new Map(options.handlers.map((handler) => [handler.subject, handler]))
  const stopping = new AbortController()
  const { signal } = stopping
  const { db, epoch } = options
  const processor = createEventProcessor({ nats, db, epoch, delayMs, signal, onWait: () => pulling.wake() })
  const inOrder = createKeyedQueue()
  const held = new Map<string, { message: JsMsg; done: Promise<void> }>()

  /** A failing event makes room for another one, so that a broken handler does not stop the others. */
  function room(): number {
    return MAX_HELD - (held.size - processor.failing())
  }

  function accept(message: JsMsg): void {
    const handler = bySubject.get(message.subject)
    if (!handler) return message.ack()
    const position = `${message.seq} of ${message.info.timestampNanos}` // a new stream starts from 1 again
    if (held.has(position)) return // redelivered while NATS was disconnected; the first delivery is acknowledged

    const parsed = handler.schema.safeParse(decodeOrUndefined(message.data))
    const key = parsed.success ? handler.keyOf(parsed.data) : position
    const done = inOrder(key, async () => {
      await inRequest(
        (name) => message.headers?.get(name),
        () =>
          parsed.success
            ? processor.process(message, handler, parsed.data)
            : processor.deadLetter(message, 'malformed'),
      )
      held.delete(position)
      pulling.wake()
    })
    held.set(position, { message, done })
    working.start()
  }

  const working = intervalWhileNeeded(ackWaitMs / 4, () => {
    if (nats.up()) for (const { message } of held.values()) message.working()
    return held.size > 0
  })
  const stopSampling = beforeScrape(async () => {
    const times = [...held.values()].map(({ message }) => message.info.timestampNanos / 1e6)
    consumerOldest.set(times.length > 0 ? Math.max(0, Date.now() - Math.min(...times)) / 1_000 : 0)
    const manager = await nats.up()?.jetstreamManager({ timeout: POLL_MS })
    const info = await manager?.consumers.info(EVENTS_STREAM, options.service)
    if (info) consumerPending.set(info.num_pending + info.num_ack_pending)
  })
  const pulling = pullMessages(nats, {
    name: { stream: EVENTS_STREAM, durable: options.service },
    label: 'event consumer',
    async open(nc) {
      await ensureStream(nc, nats.addStream)
      const limits = { ackWaitMs, maxAckPending: MAX_ACK_PENDING }
      return openDurable(nc, { stream: EVENTS_STREAM, durable: options.service, subject: EVENTS_SUBJECTS, ...limits })
    },
    ...{ accept, room, maxHeld: MAX_HELD, heartbeatMs, delayMs, signal },
    ...(options.onDeleted && { onDeleted: options.onDeleted }),
  })

  return {
    /** Finishes the events in hand and gives the others back. */
    async stop() {
      stopping.abort()
      stopSampling()
      await pulling.close()
      await Promise.all([...held.values()].map(({ done }) => done))
      working.stop()
    },
  }
}
