import { setTimeout as pause } from 'node:timers/promises'

/** The part of the database's time that background work may take. */
const SHARE = 0.1

/** Rest in ms after work that took so long, so that it stays within its share. */
export function restMs(tookMs: number): number {
  return tookMs / SHARE - tookMs
}

/** Runs one step of background work, then rests. */
export async function paced<T>(step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await step()
  await pause(restMs(performance.now() - startedAt), undefined, { ref: false })
  return result
}
