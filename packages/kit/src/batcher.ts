interface QueuedItem<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

/** Groups items into batches of up to `size`; while `maxConcurrent` batches are in flight, new items wait. */
export function createBatcher<T>(
  runBatch: (items: T[]) => Promise<void>,
  { maxConcurrent, size }: { maxConcurrent: number; size: number },
): (item: T) => Promise<void> {
  let inFlight = 0
  const queue: QueuedItem<T>[] = []

  async function drainQueue(): Promise<void> {
    inFlight += 1
    await Promise.resolve() // collects the items of this tick
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
