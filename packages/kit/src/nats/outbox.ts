import { randomUUID } from 'node:crypto'
import type { EventContract, EventOf } from '@zing/proto/nats/events'
import { type Model, Schema } from 'mongoose'
import type { z } from 'zod/mini'
import type { Log } from '../observability/logger.ts'
import { outboxLag, outboxOldest } from '../observability/metrics.ts'
import { currentTrace, type Trace } from '../observability/trace-context.ts'

/** A fact on its way: it lies in the `outbox` array of the document it is about, put there by the write that made it true. */
export interface OutboxEntry {
  id: string
  subject: string
  epoch: number
  rev: number
  at: Date
  trace?: Trace | null
  payload: unknown
}

/** `outbox: { type: [outboxEntry], default: [] }` in a model's schema. */
export const outboxEntry = new Schema(
  {
    id: { type: String, required: true },
    subject: { type: String, required: true },
    epoch: { type: Number, required: true },
    rev: { type: Number, required: true },
    at: { type: Date, required: true },
    trace: { type: new Schema({ requestId: String, traceparent: String }, { _id: false }), default: undefined },
    payload: { type: Schema.Types.Mixed, required: true },
  },
  { _id: false, id: false },
)

/** The index behind the relay's sweep: only documents with something to publish are in it. */
export const outboxIndex = [{ 'outbox.at': 1 }, { partialFilterExpression: { 'outbox.0': { $exists: true } } }] as const

export interface PendingEvent {
  subject: string
  payload: unknown
}

/** What a use case announces; parsed against the contract now, so that a bad one never reaches the stream. */
export function event<F extends EventContract>(contract: F, payload: z.input<F['payload']>): PendingEvent {
  return { subject: contract.subject, payload: contract.payload.parse(payload) }
}

/** Gives facts their id and time. Push the result onto `outbox` in the same write. */
export function toOutboxEntries(facts: PendingEvent[], { rev, epoch }: { rev: number; epoch: number }): OutboxEntry[] {
  const trace = currentTrace()
  return facts.map(({ subject, payload }) => ({
    id: randomUUID(),
    subject,
    epoch,
    rev,
    at: new Date(),
    ...(trace && { trace }),
    payload,
  }))
}

/** Resolves once the stream has stored the entry. */
export type Publish = (entry: OutboxEntry) => Promise<void>

/** What a consumer receives for an entry. */
export function eventOf({ id, epoch, rev, at, payload }: OutboxEntry): EventOf<EventContract> {
  return { ...(payload as object), id, epoch, rev, at: at.toISOString() } // parsed by `fact` when it was made
}

// biome-ignore lint/suspicious/noExplicitAny: models of any shape that has an outbox
type OutboxModel = Model<any>

export interface Relay {
  /** Something was just written into documents of `model` (all, if not given): publish now rather than at the next sweep. */
  wake(model?: OutboxModel): void
  stop(): Promise<void>
}

const SWEEP_MS = 1_000
const BATCH = 100

/**
 * The only publisher of facts. At once after a write, and every second for what was left behind: publishes entries with
 * their id as message id, then removes them. A crash in between sends one twice; the stream or the handler drops it.
 */
export function startRelay(models: OutboxModel[], publish: Publish, log: Log): Relay {
  const wanted = new Set<OutboxModel>()
  const oldest = new Map<OutboxModel, number>()
  let running: Promise<void> | null = null
  let isStopped = false
  const timer = setInterval(() => wake(), SWEEP_MS)

  function wake(model?: OutboxModel): void {
    for (const one of model ? [model] : models) wanted.add(one)
    running ??= sweepWhileWanted().finally(() => {
      running = null
    })
  }

  async function sweepWhileWanted(): Promise<void> {
    while (wanted.size > 0 && !isStopped) {
      const now = [...wanted]
      wanted.clear()
      try {
        const found = (await Promise.all(now.map(findUnpublished))).flat()
        // before anything is published: while the broker is away, that fails
        outboxOldest.set(Math.max(0, ...oldest.values()))
        await Promise.all(found.map(({ model, document }) => publishInOrder(model, document, publish)))
      } catch (err) {
        log.warn({ err }, 'outbox not published yet')
        return
      }
    }
  }

  async function findUnpublished(model: OutboxModel) {
    const documents = await model
      .find({ 'outbox.0': { $exists: true }, 'outbox.at': { $gt: new Date(0) } }, { outbox: 1 })
      .limit(BATCH)
      .lean()
    if (documents.length === BATCH) wanted.add(model)
    oldest.set(model, Math.max(0, ...documents.flatMap(({ outbox }) => outbox.map(ageOf))))
    return documents.map((document) => ({ model, document }))
  }

  return {
    wake,
    async stop() {
      clearInterval(timer)
      wake() // a last sweep, so that nothing waits for the next process
      await running
      isStopped = true
    },
  }
}

async function publishInOrder(
  model: OutboxModel,
  document: { _id: unknown; outbox: OutboxEntry[] },
  publish: Publish,
): Promise<void> {
  const published: string[] = []
  try {
    for (const entry of document.outbox) {
      await publish(entry)
      outboxLag.observe(ageOf(entry))
      published.push(entry.id)
    }
  } finally {
    if (published.length > 0)
      await model.updateOne({ _id: document._id }, { $pull: { outbox: { id: { $in: published } } } })
  }
}

function ageOf({ at }: OutboxEntry): number {
  return Math.max(0, Date.now() - at.getTime()) / 1_000
}
