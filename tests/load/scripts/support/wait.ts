import { clearTimeout, setTimeout } from 'k6/timers'

const POLL_MS = 20

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

export async function waitUntil(condition: () => boolean, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (condition()) return true
    await pause(POLL_MS)
  }
  return condition()
}

/** Null on timeout. Clears the timer, because k6 ends an iteration only when no timer is left. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => resolve(null), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timeout))
  })
}
