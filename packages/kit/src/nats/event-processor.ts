import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { JsMsg } from 'nats'
import { eventDuration, secondsSince } from '../observability/metrics.ts'
import { createLimit } from '../timing/concurrency.ts'
import type { Nats } from './connection.ts'
import { createCrashCounter } from './crash-counter.ts'
import { storeDeadLetter } from './dead-letters.ts'
import { isDependencyFailure } from './dependency-failure.ts'
import type { Epoch } from './epoch.ts'
import type { EventHandler, HandledEnvelope } from './event-handler.ts'

const MAX_CONCURRENT = 16
const MAX_FAILURES = 10
/** Deliveries after which an event is handled alone: processes that held it have ended. */
const UNCOUNTED_DELIVERIES = 2
const MAX_CRASHES = 3
const GIVE_BACK_MS = 100

interface ProcessorOptions {
  nats: Nats
  db: Connection
  epoch: Epoch
  /** Delay before the next attempt. */
  delayMs(attempt: number): number
  /** Called when an event begins to wait for its next attempt. */
  onWait(): void
  /** Ends the retries. Events that have not succeeded are given back. */
  signal: AbortSignal
}

export interface EventProcessor {
  /** Handles an event until it is acknowledged, dead-lettered or given back. Drops an event of an older epoch. */
  process(message: JsMsg, handler: EventHandler, event: HandledEnvelope): Promise<void>
  deadLetter(message: JsMsg, reason: string): Promise<void>
  /** Events that have failed and wait for their next attempt. */
  failing(): number
}

/**
 * Handles up to MAX_CONCURRENT events side by side. Retries a failed handler in its place, without end while a dependency is
 * unavailable. Dead-letters events that fail MAX_FAILURES times or end MAX_CRASHES processes.
 */
export function createEventProcessor({ nats, db, epoch, delayMs, onWait, signal }: ProcessorOptions): EventProcessor {
  const crashes = createCrashCounter(db)
  const [inSlot, alone] = [createLimit(MAX_CONCURRENT, signal), createLimit(1, signal)]
  let failing = 0

  /** Retries in its place and not by a redelivery: the entity's next event waits, and only failures count. */
  async function process(message: JsMsg, handler: EventHandler, event: HandledEnvelope): Promise<void> {
    let failures = 0
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        if (event.epoch >= epoch.current()) await handle(message, handler, event)
        return message.ack()
      } catch (err) {
        if (signal.aborted) break
        const isFailure = !isDependencyFailure(err)
        if (isFailure) failures += 1
        if (failures >= MAX_FAILURES || err instanceof CrashedTooOften) return deadLetter(message, String(err))
        nats.log.warn({ err, subject: message.subject, failures }, 'event failed, will be retried')
        await pauseBeforeRetry(attempt, isFailure)
      }
    }
    giveBack(message)
  }

  /**
   * Handles an event alone after many deliveries, and counts the attempt. When a process crashes, only the event that it was
   * handling alone comes nearer to the dead letters.
   */
  async function handle(message: JsMsg, handler: EventHandler, event: HandledEnvelope): Promise<void> {
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

  async function runHandler(handler: EventHandler, event: HandledEnvelope): Promise<void> {
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
    const startedAt = performance.now()
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await storeDeadLetter(db, message, reason)
        eventDuration.observe({ subject, outcome: 'dead_lettered' }, secondsSince(startedAt))
        return nats.log.error({ subject, seq, reason }, 'event dead-lettered')
      } catch (err) {
        nats.log.warn({ err, subject, seq }, 'dead letter not stored, will be retried')
        await pauseBeforeRetry(attempt, false)
      }
    }
    giveBack(message)
  }

  async function pauseBeforeRetry(attempt: number, isFailure: boolean): Promise<void> {
    if (isFailure) failing += 1
    onWait()
    await pause(delayMs(attempt), undefined, { signal }).catch(() => {}) // stopped: the caller's loop ends
    if (isFailure) failing -= 1
  }

  return { process, deadLetter, failing: () => failing }
}

class CrashedTooOften extends Error {
  constructor() {
    super(`${MAX_CRASHES} processes ended while they handled it`)
    this.name = 'CrashedTooOften'
  }
}

/**
 * Lets another process handle it. nats-server 2.9 may lose an immediate redelivery to a request that this process has closed.
 */
function giveBack(message: JsMsg): void {
  message.nak(GIVE_BACK_MS)
}
