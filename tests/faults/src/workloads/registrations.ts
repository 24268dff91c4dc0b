import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from './call.ts'
import { register } from './people.ts'
import type { Workload } from './workload.ts'

const EVERY_MS = [2_000, 4_000] as const

/** Registers a new person every few seconds. */
export function startRegistrations(run: Run): Workload {
  async function loop(): Promise<void> {
    for (let number = 1; !run.ending.aborted; number++) {
      await pause(run.random.integer(...EVERY_MS))
      // the end of a run may interrupt the last one
      await register(run, `new${number}.${randomBytes(3).toString('hex')}`).catch(() => {})
    }
  }
  return { done: loop(), seen: [], check: async () => [] }
}
