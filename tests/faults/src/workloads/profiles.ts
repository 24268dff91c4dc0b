import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getSelfie, getUser, updateUser } from '@zing/proto/http/auth'
import { getProfile } from '@zing/proto/http/social'
import { SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import type { Violation } from '../checks/violation.ts'
import type { Outcome } from '../history.ts'
import { attempt, type Run, untilCertain } from './call.ts'
import { type Person, register } from './people.ts'
import { PHOTO } from './photo.ts'
import { newNames, read, type Workload } from './workload.ts'

const PEOPLE = 6
const EVERY_MS = [700, 2_500] as const
const PHOTO_ONE_IN = 6
const LETTERS = 26

/** The profile that a person has last asked for. */
interface WantedProfile {
  person: Person
  name: string
  outcome: Outcome
  /** Photos that were confirmed; the newest is shown. */
  photos: number
}

/** Each person changes name and photo now and then, one call at a time. */
export async function startProfiles(run: Run): Promise<Workload> {
  const [viewer, ...people] = await Promise.all(newNames('profile', PEOPLE + 1).map((name) => register(run, name)))
  if (!viewer) throw new Error('no viewer')
  const wanted = people.map((person): WantedProfile => ({ person, name: 'Fault Tester', outcome: 'ok', photos: 0 }))
  return {
    done: Promise.all(wanted.map((one) => changeOften(run, one))),
    seen: [],
    check: () => checkProfiles(run, viewer, wanted),
  }
}

async function changeOften(run: Run, wanted: WantedProfile): Promise<void> {
  for (let number = 1; !run.ending.aborted; number++) {
    await pause(run.random.integer(...EVERY_MS))
    const key = randomUUID()
    wanted.name = `Fault Tester ${inLetters(number)}`
    wanted.outcome = 'unknown'
    const hasPhoto = wanted.photos < SELFIE_CHANGES_PER_HOUR / 2 && run.random.integer(1, PHOTO_ONE_IN) === 1
    const body = { name: wanted.name, ...(hasPhoto && { selfie: PHOTO }) }
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

/** All users see the profile that was last confirmed to its owner, with a photo that loads (INV-1, INV-7). */
async function checkProfiles(run: Run, viewer: Person, wanted: WantedProfile[]): Promise<Violation[]> {
  const found = await Promise.all(
    wanted.map(async ({ person, name, outcome, photos }): Promise<Violation[]> => {
      const [own, seen] = [
        await read(run, person, getUser),
        await read(run, viewer, getProfile, { params: { id: person.id } }),
      ]
      if (!own || !seen) return [{ invariant: 'INV-7', text: `the profile of ${person.id} cannot be read` }]
      const violations: Violation[] = []
      if (outcome === 'ok' && own.name !== name)
        violations.push({ invariant: 'INV-1', text: `${person.id} is called ${own.name} instead of ${name}` })
      if (seen.name !== own.name || seen.selfie !== own.selfie)
        violations.push({ invariant: 'INV-7', text: `others see an old profile of ${person.id}` })
      if (photos > 0 && !(await hasPhoto(run, viewer, seen.selfie)))
        violations.push({ invariant: 'INV-1', text: `the photo of ${person.id} is lost` })
      return violations
    }),
  )
  return found.flat()
}

async function hasPhoto(run: Run, viewer: Person, path: string | null): Promise<boolean> {
  const [, userId = '', version = ''] = /\/(\d+)\/(\d+)$/.exec(path ?? '') ?? []
  if (!userId) return false
  const { outcome } = await attempt(run, { op: 'photo of', key: randomUUID(), caller: viewer }, getSelfie, {
    params: { userId, version },
  })
  return outcome === 'ok'
}
