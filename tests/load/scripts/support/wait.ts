import { clearTimeout, setTimeout } from 'k6/timers'

const EVERY_MS = 20

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

/** Asks until the answer is yes, or until the bound is over (then false). */
export async function waitUntil(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (isSo()) return true
    await pause(EVERY_MS)
  }
  return isSo()
}

/** Null when it takes longer. The timer must not outlive the answer: k6 ends an iteration when all timers have ended. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(null), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
