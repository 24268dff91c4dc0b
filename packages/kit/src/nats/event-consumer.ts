import { setTimeout as pause } from 'node:timers/promises'
import { EVENTS_STREAM, type EventContract, EventEnvelope, type EventOf } from '@zing/proto/nats/events'
import type { Connection } from 'mongoose'
import type { Consumer, ConsumerMessages, JsMsg } from 'nats'
import { z } from 'zod/mini'
import { createLanes, createLimit } from '../concurrency.ts'
import { AppError } from '../errors.ts'
import { intervalWhileNeeded } from '../interval-while-needed.ts'
import { isDatabaseUnavailable } from '../mongo/errors.ts'
import {
  beforeScrape,
  consumerOldest,
  consumerPending,
  deadLetters,
  eventDuration,
  secondsSince,
} from '../observability/metrics.ts'
import { inRequest } from '../observability/trace-context.ts'
import { retryDelayMs } from '../retry.ts'
import { decode, type Nats } from './connection.ts'
import { createCrashCounter } from './crash-counter.ts'
import { deadLettersOf } from './dead-letters.ts'
import { hasConsumer, openConsumer } from './durable-consumer.ts'
import type { Epoch } from './epoch.ts'

const ACK_WAIT_MS = 10_000
const MAX_CONCURRENT = 16
/** Events that a process holds, besides those that fail; it asks for more when half of them are handled. */
const MAX_HELD = 64
const MAX_FAILURES = 10
/** Deliveries of an event after which it is handled alone: processes that held it have ended. */
const UNCOUNTED_DELIVERIES = 2
const MAX_CRASHES = 3
const FETCH_MS = 30_000
const HEARTBEAT_MS = 5_000 // after two missed ones the client fetches again
const GIVE_BACK_MS = 100
const POLL_MS = 1_000

export interface EventHandler {
  subject: string
  schema: z.ZodMiniType<EventEnvelope>
  keyOf(event: unknown): string
  handle(event: unknown): Promise<void>
}

/** Binds an event contract to the function that handles it. */
export function on<E extends EventContract>(contract: E, handle: (event: EventOf<E>) => Promise<void>): EventHandler {
  const schema = z.intersection(EventEnvelope, contract.payload)
  return {
    subject: contract.subject,
    schema,
    keyOf: (event) => contract.key(event as EventOf<E>), // parsed with `schema`
    handle: (event) => handle(event as EventOf<E>),
  }
}

export interface ConsumerOptions {
  /** Also the name of the durable consumer. */
  service: string
  handlers: EventHandler[]
  epoch: Epoch
  db: Connection
  /** Called when the consumer was deleted, and with it events that this service may not have handled. */
  onDeleted?(): void
}

export interface ConsumerTimes {
  /** Time after which the events of a process that has ended are delivered to another one. */
  ackWaitMs: number
  /** Delay before the next attempt. */
  delayMs(attempt: number): number
}

/**
 * Handles events: those of one entity in order, those of up to MAX_CONCURRENT entities side by side. A failed handler is
 * retried in its place, without end while a dependency is unavailable. Dead-letters events that are malformed, fail
 * MAX_FAILURES times or end MAX_CRASHES processes; drops those of an older epoch. Recreates a deleted stream or consumer.
 */
export function consumeEvents(
  nats: Nats,
  options: ConsumerOptions,
  { ackWaitMs, delayMs }: ConsumerTimes = { ackWaitMs: ACK_WAIT_MS, delayMs: retryDelayMs },
): { stop(): Promise<void> } {
  const bySubject = new Map(options.handlers.map((handler) => [handler.subject, handler]))
  const crashes = createCrashCounter(options.db)
  const stopping = new AbortController()
  const { signal } = stopping
  const inLane = createLanes()
  const [inSlot, alone] = [createLimit(MAX_CONCURRENT, signal), createLimit(1, signal)]
  const held = new Map<string, { message: JsMsg; done: Promise<void> }>()
  let failing = 0
  let onRoom = () => {}
  let batch: ConsumerMessages | null = null

  async function loop(): Promise<void> {
    const nc = await nats.connection
    let hasConsumed = false
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        if (hasConsumed && !(await hasConsumer(nc, options.service))) {
          nats.log.warn('event consumer was deleted and is created anew')
          options.onDeleted?.()
        }
        const consumer = await openConsumer(nc, options.service, ackWaitMs)
        hasConsumed = true
        while (!signal.aborted) {
          await acceptBatch(consumer)
          attempt = 0
        }
      } catch (err) {
        if (!signal.aborted) nats.log.warn({ err }, 'event consumer interrupted')
      }
      await pauseUnlessStopped(delayMs(attempt))
    }
  }

  /** Asks for as many events as there is room for, so that a process with slow handlers takes few at a time. */
  async function acceptBatch(consumer: Consumer): Promise<void> {
    while (room() < MAX_HELD / 2 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        onRoom = resolve
      })
    }
    if (signal.aborted) return
    const limits = { max_messages: room(), expires: FETCH_MS, idle_heartbeat: HEARTBEAT_MS, bind: true }
    batch = await consumer.fetch(limits)
    if (signal.aborted) void batch.close()
    for await (const message of batch) accept(message)
  }

  function room(): number {
    return MAX_HELD - (held.size - failing)
  }

  function accept(message: JsMsg): void {
    const handler = bySubject.get(message.subject)
    if (!handler) return message.ack()
    const position = `${message.seq} of ${message.info.timestampNanos}` // a recreated stream starts from 1 again
    if (held.has(position)) return // redelivered while NATS was away: acknowledging the first delivery is enough

    const parsed = handler.schema.safeParse(safeDecode(message.data))
    const key = parsed.success ? handler.keyOf(parsed.data) : position
    const done = inLane(key, async () => {
      await inRequest(
        (name) => message.headers?.get(name),
        () => (parsed.success ? process(message, handler, parsed.data) : deadLetter(message, 'malformed')),
      )
      held.delete(position)
      onRoom()
    })
    held.set(position, { message, done })
    working.start()
  }

  /** Retries in its place instead of by a redelivery: the entity's next event waits, and only failures are counted. */
  async function process(message: JsMsg, handler: EventHandler, event: EventEnvelope): Promise<void> {
    let failures = 0
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        if (event.epoch >= options.epoch.current()) await handle(message, handler, event)
        return message.ack()
      } catch (err) {
        if (signal.aborted) break
        const isFailure = !isUnavailable(err)
        if (isFailure) failures += 1
        if (failures >= MAX_FAILURES || err instanceof CrashedTooOften) return deadLetter(message, String(err))
        nats.log.warn({ err, subject: message.subject, failures }, 'event failed, will be retried')
        await pauseBeforeRetry(attempt, isFailure)
      }
    }
    giveBack(message)
  }

  /**
   * Handles an event that was delivered often alone, and counts the attempt: of all events that a crashed process held,
   * only the one that it was handling alone comes nearer to the dead letters.
   */
  async function handle(message: JsMsg, handler: EventHandler, event: EventEnvelope): Promise<void> {
    const run = () => inSlot(() => runHandler(handler, event))
    if (message.info.deliveryCount <= UNCOUNTED_DELIVERIES) return run()
    await alone(async () => {
      try {
        if ((await crashes.begin(event.id)) >= MAX_CRASHES) throw new CrashedTooOften()
        await run()
      } finally {
        await crashes.end(event.id)
      }
    })
  }

  async function runHandler(handler: EventHandler, event: EventEnvelope): Promise<void> {
    const startedAt = performance.now()
    let outcome = 'retried'
    try {
      await handler.handle(event)
      outcome = 'done'
      nats.log.debug({ subject: handler.subject }, 'event handled')
    } finally {
      eventDuration.observe({ subject: handler.subject, outcome }, secondsSince(startedAt))
    }
  }

  async function deadLetter(message: JsMsg, reason: string): Promise<void> {
    const { subject, seq } = message
    const text = Buffer.from(message.data).toString('utf8')
    const startedAt = performance.now()
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await deadLettersOf(options.db).insertOne({ subject, text, reason, at: new Date() })
        message.term()
        deadLetters.inc()
        eventDuration.observe({ subject, outcome: 'dead_lettered' }, secondsSince(startedAt))
        return nats.log.error({ subject, seq, reason }, 'event dead-lettered')
      } catch (err) {
        nats.log.warn({ err, subject, seq }, 'dead letter not stored, will be retried')
        await pauseBeforeRetry(attempt, false)
      }
    }
    giveBack(message)
  }

  /** An event that fails makes room for another one, so that a broken handler does not stop the others. */
  async function pauseBeforeRetry(attempt: number, isFailure: boolean): Promise<void> {
    if (isFailure) failing += 1
    onRoom()
    await pauseUnlessStopped(delayMs(attempt))
    if (isFailure) failing -= 1
  }

  function pauseUnlessStopped(ms: number): Promise<void> {
    return pause(ms, undefined, { signal }).catch(() => {}) // stopped: the caller's loop ends
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
  void loop().catch((err: unknown) => nats.log.error({ err }, 'event consumer stopped'))

  return {
    /** Finishes the events that are being handled and gives the others back. */
    async stop() {
      stopping.abort()
      stopSampling()
      onRoom()
      await batch?.close()
      await Promise.all([...held.values()].map(({ done }) => done))
      working.stop()
    },
  }
}

class CrashedTooOften extends Error {
  constructor() {
    super(`${MAX_CRASHES} processes ended while they handled it`)
    this.name = 'CrashedTooOften'
  }
}

/** Another process handles it. nats-server 2.9 may lose an immediate one to a request that this process has closed. */
function giveBack(message: JsMsg): void {
  message.nak(GIVE_BACK_MS)
}

/** True if the failure is that of a dependency, not of the event. */
function isUnavailable(err: unknown): boolean {
  return isDatabaseUnavailable(err) || (err instanceof AppError && err.status === 503)
}

function safeDecode(data: Uint8Array): unknown {
  try {
    return decode(data)
  } catch {
    return undefined
  }
}
