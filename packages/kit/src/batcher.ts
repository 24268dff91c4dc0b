interface QueuedItem<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

export interface BatcherOptions {
  maxConcurrent: number
  size: number
  /** Time for which the first item waits for others; without it, batches are of items that come in one tick. */
  lingerMs?: number
}

/** Groups items into batches of up to `size`; while `maxConcurrent` batches are in flight, new items wait. */
export function createBatcher<T>(
  runBatch: (items: T[]) => Promise<void>,
  { maxConcurrent, size, lingerMs }: BatcherOptions,
): (item: T) => Promise<void> {
  let inFlight = 0
  const queue: QueuedItem<T>[] = []

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
      await runBatch(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
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
