import { setTimeout as pause } from 'node:timers/promises'
import type { Violation } from './violation.ts'

const POLL_MS = 1_500

/** Repeats a check until it finds nothing, at most for `withinMs`; returns what it found last. */
export async function untilSettled(withinMs: number, check: () => Promise<Violation[]>): Promise<Violation[]> {
  const end = performance.now() + withinMs
  for (;;) {
    const violations = await check()
    if (violations.length === 0 || performance.now() > end) return violations
    await pause(POLL_MS)
  }
}
