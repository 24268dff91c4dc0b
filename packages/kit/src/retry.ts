import { setTimeout as pause } from 'node:timers/promises'

const FIRST_MS = 200
const MAX_MS = 5_000

/** Delay in ms before a retry: doubles from 200 ms to 5 s, half of it random so that processes do not retry in step. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** attempt)
  return full / 2 + (full / 2) * random()
}

/** Repeats `work` until it resolves, so that processes can start in any order. */
export async function retryForever<T>(work: () => Promise<T>, onFailure: (err: unknown) => void): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      onFailure(err)
      await pause(retryDelayMs(attempt))
    }
  }
}
