import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 500 // a question to the engine starts a process

/** Polls until the condition is true; returns false after the timeout. */
export async function waitFor(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs
  do {
    if (await condition()) return true
    await pause(POLL_MS)
  } while (Date.now() < end)
  return condition()
}
