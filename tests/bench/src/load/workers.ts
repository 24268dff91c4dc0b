/** Runs a closed loop for `ms`: each of `count` workers starts its next call when its previous one has ended. */
export async function runWorkers(count: number, ms: number, call: (worker: number) => Promise<void>): Promise<void> {
  const end = performance.now() + ms
  async function work(worker: number): Promise<void> {
    while (performance.now() < end) await call(worker)
  }
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)))
}

/** Calls each index below `total` once, `concurrency` at a time. */
export async function forEach(
  total: number,
  concurrency: number,
  call: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  async function work(): Promise<void> {
    while (next < total) {
      const index = next
      next += 1
      await call(index)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

export async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

/** Repeats a call sequentially `count` times, or until `maxMs` have passed. */
export async function repeat(count: number, maxMs: number, call: () => Promise<void>): Promise<void> {
  const end = performance.now() + maxMs
  for (let done = 0; done < count && performance.now() < end; done++) await call()
}
