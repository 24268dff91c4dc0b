import { setTimeout as pause } from 'node:timers/promises'

/** Starts each call at its time, without waiting for earlier ones. */
export async function runAtRate(
  call: (index: number) => Promise<void>,
  perSecond: number,
  from: number,
  count: number,
): Promise<void> {
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  while (running.length < count) {
    const due = Math.ceil(((performance.now() - startedAt) * perSecond) / 1_000)
    while (running.length < Math.min(due, count)) {
      const one = call(from + running.length)
      one.catch(() => {}) // the `all` below reports it
      running.push(one)
    }
    await pause(1)
  }
  await Promise.all(running)
}
