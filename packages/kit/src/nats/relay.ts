import type { Model } from 'mongoose'
import type { Log } from '../observability/logger.ts'
import { outboxLag, outboxOldest } from '../observability/metrics.ts'
import { IDLE_SWEEP_MS, repeat } from '../timing/repeat.ts'
import type { OutboxEntry, Publish } from './outbox.ts'

// biome-ignore lint/suspicious/noExplicitAny: models of any shape that has an outbox
type OutboxModel = Model<any, any, any, any, any>

interface UnpublishedDocument {
  _id: unknown
  outbox: OutboxEntry[]
}

export interface Relay {
  /** Publishes the outboxes of `model`, or of all models, now; the next sweep would be later. */
  wake(model?: OutboxModel): void
  stop(): Promise<void>
}

const SWEEP_MS = 1_000
const BATCH = 100

/**
 * Publishes outbox entries in order, then removes them. It runs at once after `wake`, a second later for what is left, and
 * every IDLE_SWEEP_MS for other processes' entries. It runs less often while it fails. A crash in between publishes an entry
 * twice; the stream or the handler drops it.
 */
export function startRelay(models: OutboxModel[], publish: Publish, log: Log): Relay {
  const oldest = new Map<OutboxModel, number>()
  const sweeps = new Map(
    models.map((model) => {
      const onFailure = (err: unknown) => log.warn({ err }, 'outbox publish failed, will be retried')
      return [model, repeat(() => sweep(model), { everyMs: SWEEP_MS, idleMs: IDLE_SWEEP_MS, onFailure })]
    }),
  )

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
    return hasFound
  }

  return {
    wake(model) {
      for (const one of model ? [model] : models) sweeps.get(one)?.wake()
    },
    async stop() {
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
