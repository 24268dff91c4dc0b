import { setTimeout as pause } from 'node:timers/promises'
import {
  EVENTS_STREAM,
  EVENTS_SUBJECTS,
  type EventContract,
  EventEnvelope,
  type EventOf,
} from '@zing/proto/nats/events'
import type { Connection } from 'mongoose'
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, type NatsConnection, nanos } from 'nats'
import { z } from 'zod/mini'
import { isDatabaseUnavailable } from '../errors.ts'
import { beforeScrape, consumerPending, deadLetters, eventDuration, secondsSince } from '../observability/metrics.ts'
import { inRequest } from '../observability/trace-context.ts'
import { retryDelayMs } from '../retry.ts'
import { decode, type Nats } from './connection.ts'
import { deadLettersOf } from './dead-letters.ts'
import type { Epoch } from './epoch.ts'
import { ensureStream } from './event-stream.ts'

const ACK_WAIT_MS = 10_000
const MAX_ATTEMPTS = 10
const POLL_MS = 1_000

export interface EventHandler {
  subject: string
  schema: z.ZodMiniType<EventEnvelope>
  handle(event: unknown): Promise<void>
}

/** Binds an event contract to the function that handles it. */
export function on<E extends EventContract>(contract: E, handle: (event: EventOf<E>) => Promise<void>): EventHandler {
  const schema = z.intersection(EventEnvelope, contract.payload)
  return { subject: contract.subject, schema, handle: (event) => handle(event as EventOf<E>) } // parsed with `schema`
}

export interface ConsumerOptions {
  /** Also the name of the durable consumer. */
  service: string
  handlers: EventHandler[]
  epoch: Epoch
  db: Connection
}

/**
 * Handles events one after another; recreates a deleted stream or consumer. Retries when a handler throws, drops events
 * of an older epoch or without a handler, and dead-letters malformed ones and those that fail MAX_ATTEMPTS times.
 */
export function consumeEvents(nats: Nats, options: ConsumerOptions): { stop(): Promise<void> } {
  const bySubject = new Map(options.handlers.map((handler) => [handler.subject, handler]))
  let current: ConsumerMessages | null = null
  let isStopped = false

  async function loop(): Promise<void> {
    const nc = await nats.connection
    for (let attempt = 0; !isStopped; attempt++) {
      try {
        current = await openConsumer(nc, options.service)
        if (isStopped) return void (await current.close())
        for await (const message of current) {
          await handleMessage(nats, options, bySubject, message)
          attempt = 0
        }
      } catch (err) {
        if (!isStopped) nats.log.warn({ err }, 'event consumer interrupted')
      }
      if (!isStopped) await pause(retryDelayMs(attempt))
    }
  }

  beforeScrape(async () => {
    const manager = await nats.up()?.jetstreamManager({ timeout: POLL_MS })
    const info = await manager?.consumers.info(EVENTS_STREAM, options.service)
    if (info) consumerPending.set(info.num_pending + info.num_ack_pending)
  })
  const done = loop().catch((err: unknown) => nats.log.error({ err }, 'event consumer stopped'))
  return {
    async stop() {
      isStopped = true
      if (!current) return
      await current.close()
      await done
    },
  }
}

async function handleMessage(
  nats: Nats,
  options: ConsumerOptions,
  bySubject: Map<string, EventHandler>,
  message: JsMsg,
): Promise<void> {
  const handler = bySubject.get(message.subject)
  if (!handler) return message.ack()

  await inRequest(
    (name) => message.headers?.get(name),
    async () => {
      const startedAt = performance.now()
      const observe = (outcome: string) =>
        eventDuration.observe({ subject: handler.subject, outcome }, secondsSince(startedAt))
      const event = handler.schema.safeParse(safeDecode(message.data))
      if (!event.success) {
        observe('dead_lettered')
        return deadLetter(nats, options, message, 'malformed')
      }
      if (event.data.epoch < options.epoch.current()) return message.ack()
      try {
        await handler.handle(event.data)
        message.ack()
        observe('done')
        nats.log.debug({ subject: handler.subject }, 'event handled')
      } catch (err) {
        const isDead = message.info.redeliveryCount >= MAX_ATTEMPTS && !isDatabaseUnavailable(err)
        observe(isDead ? 'dead_lettered' : 'retried')
        if (isDead) return deadLetter(nats, options, message, String(err))
        nats.log.warn({ err, subject: message.subject }, 'event failed, will be redelivered')
        message.nak(retryDelayMs(message.info.redeliveryCount))
      }
    },
  )
}

async function deadLetter(nats: Nats, { db }: ConsumerOptions, message: JsMsg, reason: string): Promise<void> {
  const text = Buffer.from(message.data).toString('utf8')
  nats.log.error({ subject: message.subject, seq: message.seq, reason }, 'event dead-lettered')
  try {
    await deadLettersOf(db).insertOne({ subject: message.subject, text, reason, at: new Date() })
    message.term()
    deadLetters.inc()
  } catch {
    message.nak(ACK_WAIT_MS)
  }
}

function safeDecode(data: Uint8Array): unknown {
  try {
    return decode(data)
  } catch {
    return undefined
  }
}

async function openConsumer(nc: NatsConnection, service: string): Promise<ConsumerMessages> {
  await ensureStream(nc)
  const manager = await nc.jetstreamManager()
  await manager.consumers.add(EVENTS_STREAM, {
    durable_name: service,
    filter_subject: EVENTS_SUBJECTS,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
    max_ack_pending: 256,
  })
  const consumer = await nc.jetstream().consumers.get(EVENTS_STREAM, service)
  return consumer.consume({ max_messages: 100, idle_heartbeat: 2_000, abort_on_missing_resource: true })
}
