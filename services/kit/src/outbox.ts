import { randomUUID } from 'node:crypto'
import type { EventOf, Fact } from '@zing/proto/nats/facts'
import { type Model, Schema } from 'mongoose'
import type { z } from 'zod/mini'
import type { Log } from './log.ts'
import { outboxLag, outboxOldest } from './metrics.ts'
import { currentTrace, type Trace } from './request-context.ts'

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

export interface PendingFact {
  subject: string
  payload: unknown
}

/** What a use case announces; parsed against the contract now, so that a bad one never reaches the stream. */
export function fact<F extends Fact>(contract: F, payload: z.input<F['payload']>): PendingFact {
  return { subject: contract.subject, payload: contract.payload.parse(payload) }
}

/** Gives facts their id and time. Push the result onto `outbox` in the same write. */
export function stamp(facts: PendingFact[], { rev, epoch }: { rev: number; epoch: number }): OutboxEntry[] {
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
export function eventOf({ id, epoch, rev, at, payload }: OutboxEntry): EventOf<Fact> {
  return { ...(payload as object), id, epoch, rev, at: at.toISOString() } // parsed by `fact` when it was made
}

export interface Relay {
  /** Something was just written: publish now rather than at the next sweep. */
  wake(): void
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: models of any shape that has an outbox
type OutboxModel = Model<any>

const SWEEP_MS = 1_000
const BATCH = 100

/**
 * The only publisher of facts. At once after a write, and every second for what was left behind: publishes entries with
 * their id as message id, then removes them. A crash in between sends one twice; the stream or the handler drops it.
 */
export function startRelay(models: OutboxModel[], publish: Publish, log: Log): Relay {
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  const timer = setInterval(wake, SWEEP_MS)

  function wake(): void {
    isWanted = true
    running ??= sweepWhileWanted().finally(() => {
      running = null
    })
  }

  async function sweepWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        const found = (await Promise.all(models.map(findUnpublished))).flat()
        // before anything is published: while the broker is away, that fails
        outboxOldest.set(Math.max(0, ...found.flatMap(({ document }) => document.outbox.map(ageOf))))
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
    if (documents.length === BATCH) isWanted = true
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
  for (const entry of document.outbox) {
    await publish(entry)
    outboxLag.observe(ageOf(entry))
    await model.updateOne({ _id: document._id }, { $pull: { outbox: { id: entry.id } } })
  }
}

function ageOf({ at }: OutboxEntry): number {
  return Math.max(0, Date.now() - at.getTime()) / 1_000
}
