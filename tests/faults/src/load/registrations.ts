import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from './call.ts'
import { type Person, register } from './people.ts'

const EVERY_MS = [2_000, 4_000] as const

export interface Registrations {
  people: Person[]
  done: Promise<unknown>
}

/** Registers a new person every few seconds. */
export function startRegistrations(run: Run): Registrations {
  const people: Person[] = []
  async function loop(): Promise<void> {
    for (let number = 1; !run.ending.aborted; number++) {
      await pause(run.random.integer(...EVERY_MS))
      // the end of a run may interrupt the last one
      const person = await register(run, `new${number}.${randomBytes(3).toString('hex')}`).catch(() => null)
      if (person) people.push(person)
    }
  }
  return { people, done: loop() }
}
