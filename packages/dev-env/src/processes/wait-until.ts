import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 30

/** Polls until the condition is true; returns false after the timeout. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (await condition()) return true
    await sleep(POLL_MS)
  }
  return condition()
}
