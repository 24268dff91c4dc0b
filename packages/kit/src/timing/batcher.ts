interface QueuedItem<T, R> {
  item: T
  resolve: (result: R | undefined) => void
  reject: (error: unknown) => void
}

export interface BatcherOptions {
  maxConcurrent: number
  size: number
  /** The first item waits this long for others. Without it a batch has the items of one tick. */
  lingerMs?: number
}

type RunBatch<T, Results> = (items: T[]) => Promise<Results>

/**
 * Groups items into batches of up to `size`. While `maxConcurrent` batches are in flight, new items wait. `runBatch` returns
 * nothing, or a result for each item in their order; when it rejects, its items reject too. Use it when one query or RPC can
 * serve many callers. For work that cannot be shared but must not run all at once, use `createLimit`.
 */
export function createBatcher<T>(runBatch: RunBatch<T, void>, options: BatcherOptions): (item: T) => Promise<void>
export function createBatcher<T, R>(runBatch: RunBatch<T, R[]>, options: BatcherOptions): (item: T) => Promise<R>
export function createBatcher<T, R>(
  runBatch: RunBatch<T, unknown>,
  { maxConcurrent, size, lingerMs }: BatcherOptions,
): (item: T) => Promise<R | undefined> {
  let inFlight = 0
  const queue: QueuedItem<T, R>[] = []

  async function drainQueue(): Promise<void> {
    inFlight += 1
    if (lingerMs === undefined) await Promise.resolve()
    else await new Promise((resolve) => setTimeout(resolve, lingerMs))
    while (queue.length > 0) await runNext()
    inFlight -= 1
  }

  async function runNext(): Promise<void> {
    const batch = queue.splice(0, size)
    try {
      const results = await runBatch(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(Array.isArray(results) ? results[index] : undefined)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (inFlight < maxConcurrent) void drainQueue()
    })
}
