import { setTimeout as pause } from 'node:timers/promises'
import type { Violation } from './violation.ts'

const POLL_MS = 1_500

/**
 * Repeats a check until it finds nothing. Stops when a check that began after `withinMs` still finds violations, and
 * returns them.
 */
export async function untilConsistent(withinMs: number, check: () => Promise<Violation[]>): Promise<Violation[]> {
  const end = performance.now() + withinMs
  for (;;) {
    const begunAt = performance.now()
    const violations = await check()
    if (violations.length === 0 || begunAt > end) return violations
    await pause(POLL_MS)
  }
}
