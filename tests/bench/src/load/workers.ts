/** A closed loop: `count` workers, each starts its next call when the last has ended, until `ms` are over. */
export async function keepBusy(count: number, ms: number, call: (worker: number) => Promise<void>): Promise<void> {
  const end = performance.now() + ms
  async function work(worker: number): Promise<void> {
    while (performance.now() < end) await call(worker)
  }
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)))
}

/** Each index below `total` once, `count` at a time. */
export async function forEach(total: number, count: number, call: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  async function work(): Promise<void> {
    while (next < total) {
      const index = next
      next += 1
      await call(index)
    }
  }
  await Promise.all(Array.from({ length: count }, work))
}

/** How long a call took, in ms. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

/** One after another: `count` times, or fewer if that would take longer than `maxMs`. */
export async function repeat(count: number, maxMs: number, call: () => Promise<void>): Promise<void> {
  const end = performance.now() + maxMs
  for (let done = 0; done < count && performance.now() < end; done++) await call()
}
