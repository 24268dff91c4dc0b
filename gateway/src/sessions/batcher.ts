interface Waiting<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Single questions, asked together when they are many: those of one moment go together, and while `maxConcurrent` batches are on
 * their way, whoever comes waits for the next one. A batch takes up to `size`; if it fails, those who wait are asked about
 * all the same. Whoever asks is the cap: requests by the server's limit of connections, renewals by the sessions known.
 */
export function createBatcher<T>(
  ask: (items: T[]) => Promise<void>,
  { maxConcurrent, size }: { maxConcurrent: number; size: number },
): (item: T) => Promise<void> {
  let inFlight = 0
  const waiting: Waiting<T>[] = []

  async function askAll(): Promise<void> {
    inFlight += 1
    await Promise.resolve() // until the moment is over
    while (waiting.length > 0) await askNext()
    inFlight -= 1
  }

  async function askNext(): Promise<void> {
    const batch = waiting.splice(0, size)
    try {
      await ask(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (inFlight < maxConcurrent) void askAll()
    })
}
