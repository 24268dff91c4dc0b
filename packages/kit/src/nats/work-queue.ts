import { consumerOf, type WorkContract, WorkEnvelope, type WorkOf } from '@zing/proto/nats/work'
import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import type { JsMsg } from 'nats'
import { z } from 'zod/mini'
import { inRequest } from '../observability/trace-context.ts'
import { HEARTBEAT_MS, pullMessages } from '../timing/pull-loop.ts'
import { retryDelayMs } from '../timing/retry.ts'
import { decodeOrUndefined, type Nats } from './connection.ts'
import { storeDeadLetter } from './dead-letters.ts'
import { isDependencyFailure } from './dependency-failure.ts'
import type { Epoch } from './epoch.ts'
import type { EventHandler } from './event-handler.ts'
import { openDurable } from './streams/durable-consumer.ts'
import { ensureWorkStream } from './streams/work-stream.ts'

/** No handler runs this long. The work of a process that has ended is therefore delivered to another one. */
const ACK_WAIT_MS = 30_000
const MAX_HELD = 64
/** Failures in one process. NATS's deliveries are not failures: work that had to wait is also delivered again. */
const MAX_FAILURES = 10
/** Work items whose failures are counted; beyond it the oldest count starts again. */
const FAILING_MAX = 10_000
const SAMPLE_MS = 1_000

/** A handler throws it when any process shall do the work later; it does not count as a failure. */
export class RetryLater extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super(`to be done in ${delayMs} ms`)
    this.name = 'RetryLater'
    this.delayMs = delayMs
  }
}

/** A handler throws it when the work can never be done; the work becomes a dead letter. */
export class CannotBeDone extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'CannotBeDone'
  }
}

/** Binds a work contract to its handler, for `consumeWork` and for the replay of dead letters. */
export function workHandler<W extends WorkContract>(
  contract: W,
  handle: (work: WorkOf<W>, deliveryCount: number) => Promise<void>,
): EventHandler {
  return {
    subject: contract.subject,
    schema: z.intersection(WorkEnvelope, contract.payload),
    keyOf: () => '', // work has no order
    handle: (work, deliveryCount = 1) => handle(work as WorkOf<W>, deliveryCount), // parsed with `schema`
  }
}

export interface WorkOptions {
  contract: WorkContract
  handler: EventHandler
  epoch: Pick<Epoch, 'current'>
  db: Connection
  /** Work items that a process holds. */
  maxHeld?: number
  /** Another process does the work of a process that has ended after this time. */
  ackWaitMs?: number
  heartbeatMs?: number
}

export interface WorkConsumer {
  /**
   * Counts the work items that the stream keeps, and the items that wait for another attempt. Null while NATS is
   * disconnected.
   */
  sample(): Promise<{ waiting: number; retried: number } | null>
  stop(): Promise<void>
}

/**
 * Does the work of one contract, up to `maxHeld` items at a time. All processes of the service share it. A handler that
 * throws `RetryLater` gives its work back for that time, and nothing waits for it. Dead-letters work that is malformed,
 * cannot be done or fails MAX_FAILURES times. Drops work of an older epoch.
 */
export function consumeWork(
  nats: Nats,
  {
    contract,
    handler,
    epoch,
    db,
    maxHeld = MAX_HELD,
    ackWaitMs = ACK_WAIT_MS,
    heartbeatMs = HEARTBEAT_MS,
  }: WorkOptions,
): WorkConsumer {
  const { stream } = contract
  const stopping = new AbortController()
  const { signal } = stopping
  const durable = consumerOf(contract)
  const held = new Set<Promise<void>>()
  const failures = new LRUCache<string, number>({ max: FAILING_MAX })

  function accept(message: JsMsg): void {
    const done = inRequest(
      (name) => message.headers?.get(name),
      () => process(message),
    ).finally(() => {
      held.delete(done)
      pulling.wake()
    })
    held.add(done)
  }

  /** Does not reject: if this process cannot give the work back, NATS delivers it again after ACK_WAIT_MS. */
  async function process(message: JsMsg): Promise<void> {
    const work = handler.schema.safeParse(decodeOrUndefined(message.data))
    try {
      if (!work.success) throw new CannotBeDone('malformed')
      if (work.data.epoch >= epoch.current()) await handler.handle(work.data, message.info.deliveryCount)
      message.ack()
      failures.delete(keyOf(message))
    } catch (err) {
      await giveBack(message, err)
    }
  }

  async function giveBack(message: JsMsg, err: unknown): Promise<void> {
    if (err instanceof RetryLater) return giveBackFor(message, err.delayMs)
    const attempts = message.info.deliveryCount
    const failed = (failures.get(keyOf(message)) ?? 0) + (isDependencyFailure(err) ? 0 : 1)
    if (!(err instanceof CannotBeDone) && failed < MAX_FAILURES) {
      failures.set(keyOf(message), failed)
      nats.log.warn({ err, subject: message.subject, attempts, failures: failed }, 'work failed, will be retried')
      return giveBackFor(message, retryDelayMs(attempts))
    }
    const { subject, seq } = message
    const reason = err instanceof CannotBeDone ? err.message : String(err)
    try {
      await storeDeadLetter(db, message, reason)
      nats.log.error({ subject, seq, reason }, 'work dead-lettered')
    } catch (failure) {
      nats.log.warn({ err: failure, subject, seq }, 'dead letter not stored, will be retried')
      giveBackFor(message, retryDelayMs(attempts))
    }
  }

  const pulling = pullMessages(nats, {
    name: { stream: stream.name, durable },
    label: 'work consumer',
    async open(nc) {
      await ensureWorkStream(nc, stream, nats.addStream)
      // work that waits for another attempt counts too; a lower limit would let one unavailable host stop all other
      // work
      const limits = { ackWaitMs, maxAckPending: stream.maxMessages }
      return openDurable(nc, { stream: stream.name, durable, subject: contract.subject, ...limits })
    },
    room: () => maxHeld - held.size,
    delayMs: retryDelayMs,
    ...{ accept, maxHeld, heartbeatMs, signal },
  })

  return {
    async sample() {
      const manager = await nats.up()?.jetstreamManager({ timeout: SAMPLE_MS })
      const info = await manager?.consumers.info(stream.name, durable)
      return info ? { waiting: info.num_pending + info.num_ack_pending, retried: info.num_redelivered } : null
    },
    /** Finishes the work items in hand. */
    async stop() {
      stopping.abort()
      await pulling.close()
      await Promise.all(held)
    },
  }
}

/** Identifies a message even in a recreated stream, whose numbers start at 1. */
function keyOf({ seq, info }: JsMsg): string {
  return `${seq}:${info.timestampNanos}`
}

/** Rounds up to whole ms: NATS refuses a fraction of a nanosecond and would deliver the work again at once. */
function giveBackFor(message: JsMsg, delayMs: number): void {
  message.nak(Math.ceil(delayMs))
}
