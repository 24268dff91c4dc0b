import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 30

/** Asks until the answer is yes, or until the bound is over (then false). */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (await isSo()) return true
    await sleep(EVERY_MS)
  }
  return isSo()
}
