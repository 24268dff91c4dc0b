import { setTimeout as pause } from 'node:timers/promises'

/** The part of the database's time that background work may take. */
const SHARE = 0.1

/** Pause in ms after work that took `tookMs`, so that the work stays within its share. */
export function pauseAfterMs(tookMs: number): number {
  return tookMs / SHARE - tookMs
}

/** Runs one step of background work, then pauses. Use it in loops over all rows; `repeat` paces its runs itself. */
export async function paced<T>(step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await step()
  await pause(pauseAfterMs(performance.now() - startedAt), undefined, { ref: false })
  return result
}
