import { AsyncLocalStorage } from 'node:async_hooks'

/** An item whose outcome its batch decides; the first call of `resolve` or `reject` counts. */
export interface BatchItem<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs work in the async context in which the item was added: with its trace and its deadline. */
  inContext<T>(work: () => T): T
}

export type RunBatch<Item, Result> = (batch: BatchItem<Item, Result>[]) => Promise<void>

/**
 * Groups the items of one key into batches of up to `size` in the order of their arrival: what arrives while a batch of the
 * key is in flight waits for the next one. Keys run side by side. A batch runs in the async context of its first item; when
 * it rejects, so do those of its items that have no outcome yet.
 */
export function createKeyedBatcher<Item, Result>(
  runBatch: RunBatch<Item, Result>,
  size: number,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, BatchItem<Item, Result>[]>() // of the keys with a batch in flight

  async function drain(key: string, queue: BatchItem<Item, Result>[]): Promise<void> {
    await Promise.resolve() // collects the items of this tick
    while (queue.length > 0) await run(queue.splice(0, size))
    queues.delete(key)
  }

  async function run(batch: BatchItem<Item, Result>[]): Promise<void> {
    let failure: unknown = new Error('the batch has left an item without an outcome')
    try {
      await batch[0]?.inContext(() => runBatch(batch))
    } catch (error) {
      failure = error
    }
    for (const { reject } of batch) reject(failure)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const added = { item, resolve, reject, inContext: AsyncLocalStorage.snapshot() }
      const queue = queues.get(key)
      if (queue) return void queue.push(added)
      const started = [added]
      queues.set(key, started)
      void drain(key, started)
    })
}
