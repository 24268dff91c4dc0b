import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { updateUser } from '@zing/proto/http/auth'
import { SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import type { Outcome } from '../history.ts'
import { attempt, type Run, untilCertain } from './call.ts'
import type { Person } from './people.ts'

const EVERY_MS = [700, 2_500] as const
const PHOTO_ONE_IN = 6
const LETTERS = 26

/** The profile that a person has last asked for. */
export interface WantedProfile {
  person: Person
  name: string
  outcome: Outcome
  /** Photos that were confirmed; the newest is shown. */
  photos: number
}

export interface Profiles {
  wanted: WantedProfile[]
  done: Promise<unknown>
}

/** Each person changes name and photo now and then, one call at a time. `photo` is a data URL. */
export function startProfiles(run: Run, people: Person[], photo: string): Profiles {
  const wanted = people.map((person): WantedProfile => ({ person, name: 'Fault Tester', outcome: 'ok', photos: 0 }))
  return { wanted, done: Promise.all(wanted.map((one) => changeOften(run, one, photo))) }
}

async function changeOften(run: Run, wanted: WantedProfile, photo: string): Promise<void> {
  for (let number = 1; !run.ending.aborted; number++) {
    await pause(run.random.integer(...EVERY_MS))
    const key = randomUUID()
    wanted.name = `Fault Tester ${inLetters(number)}`
    wanted.outcome = 'unknown'
    const hasPhoto = wanted.photos < SELFIE_CHANGES_PER_HOUR / 2 && run.random.integer(1, PHOTO_ONE_IN) === 1
    const body = { name: wanted.name, ...(hasPhoto && { selfie: photo }) }
    const { outcome } = await untilCertain(run, () =>
      attempt(run, { op: hasPhoto ? 'photo' : 'profile', key, caller: wanted.person }, updateUser, { body }),
    )
    wanted.outcome = outcome
    if (hasPhoto && outcome === 'ok') wanted.photos += 1
  }
}

/** A number in letters, since names hold no digits. */
function inLetters(number: number): string {
  const rest = Math.floor(number / LETTERS)
  return (rest > 0 ? inLetters(rest) : '') + String.fromCharCode('a'.charCodeAt(0) + (number % LETTERS))
}
