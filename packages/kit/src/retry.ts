import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './observability/logger.ts'

const FIRST_MS = 200
const MAX_MS = 5_000

/** Time before the next try: doubling from 200 ms to 5 s, half of it random so that processes do not march in step. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** attempt)
  return full / 2 + (full / 2) * random()
}

/** Start order is free: a dependency that is not there yet is waited for. */
export async function retryForever<T>(log: Log, what: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      log.warn({ err }, `cannot ${what} yet`)
      await pause(retryDelayMs(attempt))
    }
  }
}
