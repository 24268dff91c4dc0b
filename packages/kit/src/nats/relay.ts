import type { Model } from 'mongoose'
import type { Log } from '../observability/logger.ts'
import { outboxLag, outboxOldest } from '../observability/metrics.ts'
import { createBatcher } from '../timing/batcher.ts'
import { IDLE_SWEEP_MS, repeat } from '../timing/repeat.ts'
import type { OutboxEntry, Publish } from './outbox.ts'

// biome-ignore lint/suspicious/noExplicitAny: models of any shape that has an outbox
type OutboxModel = Model<any, any, any, any, any>

interface UnpublishedDocument {
  _id: unknown
  outbox: OutboxEntry[]
}

export interface Relay {
  /**
   * Publishes the outbox of a document that a write has just returned, with all entries of earlier writes. Reads nothing.
   * A failure leaves the entries to the next sweep.
   */
  publish(model: OutboxModel, document: { _id: unknown; outbox: object[] }): void
  /** Publishes the outboxes of `model`, or of all models, now; the next sweep would be later. */
  wake(model?: OutboxModel): void
  stop(): Promise<void>
}

const SWEEP_MS = 1_000
const BATCH = 100

/**
 * Publishes outbox entries in order, then removes them. It sweeps at once after `wake`, a second later for what is left, and
 * every IDLE_SWEEP_MS for other processes' entries. It runs less often while it fails. A crash, or a sweep beside `publish`,
 * publishes an entry twice; the stream or the handler drops it.
 */
export function startRelay(models: OutboxModel[], publish: Publish, log: Log): Relay {
  const oldest = new Map<OutboxModel, number>()
  const onFailure = (err: unknown) => log.warn({ err }, 'outbox publish failed, will be retried')
  const sweeps = new Map(
    models.map((model) => [model, repeat(() => sweep(model), { everyMs: SWEEP_MS, idleMs: IDLE_SWEEP_MS, onFailure })]),
  )
  const publishers = new Map(
    models.map((model) => {
      const run = (documents: UnpublishedDocument[]) =>
        publishAll(model, documents, publish).catch((err: unknown) => {
          onFailure(err)
          failing.add(model)
          sweeps.get(model)?.soon()
        })
      return [model, createBatcher(run, { maxConcurrent: 1, size: BATCH })]
    }),
  )
  const inFlight = new Set<Promise<void>>()
  const failing = new Set<OutboxModel>() // until a sweep succeeds

  async function sweep(model: OutboxModel): Promise<boolean> {
    let hasFound = false
    for (let isFull = true; isFull; ) {
      const documents = await findUnpublished(model)
      hasFound ||= documents.length > 0
      oldest.set(model, Math.max(0, ...documents.flatMap(({ outbox }) => outbox.map(ageOf))))
      outboxOldest.set(Math.max(0, ...oldest.values())) // before publishing, which fails while NATS is disconnected
      await publishAll(model, documents, publish)
      isFull = documents.length === BATCH
    }
    failing.delete(model)
    return hasFound
  }

  return {
    publish(model, document) {
      if (document.outbox.length === 0) return
      if (failing.has(model) || inFlight.size >= BATCH) return sweeps.get(model)?.soon()
      const stored = document as UnpublishedDocument // by `toOutboxEntries`
      const published = Promise.resolve(publishers.get(model)?.(stored)).finally(() => inFlight.delete(published))
      inFlight.add(published)
    },
    wake(model) {
      for (const one of model ? [model] : models) sweeps.get(one)?.wake()
    },
    async stop() {
      await Promise.all(inFlight)
      this.wake() // a last sweep
      await Promise.all([...sweeps.values()].map((one) => one.stop()))
    },
  }
}

/** Uses the driver without mongoose, since an idle process spends most of its time on sweeps. */
function findUnpublished(model: OutboxModel): Promise<UnpublishedDocument[]> {
  const filter = { 'outbox.0': { $exists: true }, 'outbox.at': { $gt: new Date(0) } }
  return model.collection.find<UnpublishedDocument>(filter, { projection: { outbox: 1 }, limit: BATCH }).toArray()
}

/** Publishes the events of each document in order, then removes all that the stream has. */
async function publishAll(model: OutboxModel, documents: UnpublishedDocument[], publish: Publish): Promise<void> {
  const published: string[] = []
  const publishInOrder = async ({ outbox }: UnpublishedDocument) => {
    for (const entry of outbox) {
      await publish(entry)
      outboxLag.observe(ageOf(entry))
      published.push(entry.id)
    }
  }
  const results = await Promise.allSettled(documents.map(publishInOrder))
  if (published.length > 0) {
    const isPublished = { id: { $in: published } }
    await model.updateMany({ _id: { $in: documents.map(({ _id }) => _id) } }, { $pull: { outbox: isPublished } })
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function ageOf({ at }: OutboxEntry): number {
  return Math.max(0, Date.now() - at.getTime()) / 1_000
}
