import { pairs, plan } from './fixture.ts'
import { pause } from './wait.ts'

/**
 * Runs `send` at the rate at which all pairs together send `rate` messages per second. A random start spreads the
 * pairs.
 */
export async function sendAtRate({ from, until }: { from: number; until: number }, send: () => Promise<void>) {
  const everyMs = (1_000 * pairs.length) / plan.rate
  for (let at = from + everyMs * Math.random(); Math.max(at, Date.now()) < until; at += everyMs) {
    await pause(at - Date.now())
    await send()
  }
}
