import { setTimeout as pause } from 'node:timers/promises'

const FIRST_MS = 200
const MAX_MS = 5_000

/**
 * Delay in ms before a retry. It doubles from 200 ms to 5 s. Half of it is random, so that processes do not retry in step.
 */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** attempt)
  return full / 2 + (full / 2) * random()
}

interface RetryOptions {
  /** `retry` rejects with the last failure after this many. Undefined: never. */
  attempts?: number
  /** Ends the retries; `retry` rejects then. */
  signal?: AbortSignal
  delayMs?(attempt: number): number
  onFailure(err: unknown): void
}

/**
 * Repeats `work` with growing random delays until it resolves. Use it for work that somebody waits for. For work that goes on
 * for ever, use `repeat`.
 */
export async function retry<T>(
  work: () => Promise<T>,
  { attempts = Number.POSITIVE_INFINITY, signal, delayMs = retryDelayMs, onFailure }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      onFailure(err)
      if (attempt + 1 >= attempts) throw err
      await pause(delayMs(attempt), undefined, { ...(signal && { signal }) })
    }
  }
}
