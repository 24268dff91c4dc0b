import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getSelfie, getUser, updateUser } from '@zing/proto/http/auth'
import { getProfile } from '@zing/proto/http/social'
import { SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import { firstNameOf } from '@zing/proto/profiles/first-name'
import type { User } from '@zing/proto/profiles/users'
import type { Violation } from '../../checks/violation.ts'
import type { Outcome } from '../../history.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { register, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'
import { PHOTO } from './photo.ts'

/** Rest between two bursts of changes, during which the last change stays. */
const REST_MS = [1_500, 9_000] as const
const BURST = [1, 4] as const

export interface ProfileChanges {
  people: number
  /** One change in this many has a photo. */
  photoOneIn: number
}
const ORDINARY: ProfileChanges = { people: 9, photoOneIn: 5 }
/** Set for runs that focus on photos. */
export const MANY_PHOTOS: ProfileChanges = { people: 30, photoOneIn: 2 }
const LETTERS = 26

/** The profile that the person requested last. */
interface WantedProfile {
  person: TestUser
  name: string
  age: number
  outcome: Outcome
  /** Number of confirmed photos; the newest is shown. */
  photos: number
}

/** Each person sometimes changes name, age and photo, in bursts of one call after another, and checks the result. */
export async function startProfiles(run: Run, { people, photoOneIn } = ORDINARY): Promise<Workload> {
  const [viewer, ...owners] = await Promise.all(newNames('profile', people + 1).map((name) => register(run, name)))
  if (!viewer) throw new Error('no viewer')
  const wanted = owners.map(
    (person): WantedProfile => ({ person, name: 'Fault Tester', age: 30, outcome: 'ok', photos: 0 }),
  )
  const seen: Violation[] = []
  return {
    done: Promise.all(wanted.map((one) => changeOften(run, one, { photoOneIn, seen }))),
    seen,
    check: () => checkProfiles(run, viewer, wanted),
  }
}

/** Reads the profile after each burst and before the next one. A call that its caller gave up must not change it. */
async function changeOften(
  run: Run,
  wanted: WantedProfile,
  { photoOneIn, seen }: { photoOneIn: number; seen: Violation[] },
): Promise<void> {
  let number = 0
  while (!run.ending.aborted) {
    for (let left = run.random.integer(...BURST); left > 0 && !run.ending.aborted; left--) {
      await change(run, wanted, { number: ++number, photoOneIn })
    }
    seen.push(...(await checkOwn(run, wanted)))
    await pause(run.thinkTime.next(REST_MS), undefined, { signal: run.ending }).catch(() => {})
    seen.push(...(await checkOwn(run, wanted)))
  }
}

async function change(
  run: Run,
  wanted: WantedProfile,
  { number, photoOneIn }: { number: number; photoOneIn: number },
): Promise<void> {
  const key = randomUUID()
  wanted.name = `Fault-${inLetters(number)} Tester`
  wanted.age = 30 + (number % 50)
  wanted.outcome = 'unknown'
  const hasPhoto = wanted.photos < SELFIE_CHANGES_PER_HOUR / 2 && run.random.integer(1, photoOneIn) === 1
  const { name, age } = wanted
  const bio = bioOf(name)
  // two tabs may change two fields at once, and both changes must stay
  const isSplit = !hasPhoto && run.random.next() < 0.4
  const bodies = isSplit ? [{ name, bio }, { age }] : [{ name, age, bio, ...(hasPhoto && { selfie: PHOTO }) }]
  const results = await Promise.all(
    bodies.map((body) =>
      untilCertain(run, () =>
        attempt(run, { op: hasPhoto ? 'photo' : 'profile', key, caller: wanted.person }, updateUser, { body }),
      ),
    ),
  )
  const outcome = results.every((result) => result.outcome === 'ok') ? 'ok' : 'unknown'
  wanted.outcome = outcome
  if (hasPhoto && outcome === 'ok') wanted.photos += 1
}

/** The owner sees the last confirmed profile, unless it cannot be read now (INV-1). */
async function checkOwn(run: Run, { person, name, age, outcome, photos }: WantedProfile): Promise<Violation[]> {
  if (outcome !== 'ok') return []
  const own = await read(run, person, getUser)
  if (!own) return []
  const at = `at ${run.history.now()} ms`
  if (own.name !== name || own.age !== age)
    return [{ invariant: 'INV-1', text: `${person.id} is ${own.name}, ${own.age} instead of ${name}, ${age} ${at}` }]
  if (own.bio !== null && own.bio !== bioOf(name))
    return [{ invariant: 'INV-1', text: `${person.id} says ${own.bio} as ${name} ${at}` }]
  if (photos > 0 && (await photoStatus(run, person, own.selfie)) === 404)
    return [{ invariant: 'INV-1', text: `the photo of ${person.id} is lost ${at}` }]
  return []
}

/** Derived from the name, so that one write changes both. */
function bioOf(name: string): string {
  return `About ${name}`
}

/** Writes a number in letters, since names hold no digits. */
function inLetters(number: number): string {
  const rest = Math.floor(number / LETTERS)
  return (rest > 0 ? inLetters(rest) : '') + String.fromCharCode('a'.charCodeAt(0) + (number % LETTERS))
}

/** All users see the owner's last confirmed profile, with a photo that loads (INV-1, INV-7). */
async function checkProfiles(run: Run, viewer: TestUser, wanted: WantedProfile[]): Promise<Violation[]> {
  const found = await Promise.all(
    wanted.map(async (one): Promise<Violation[]> => {
      const { person, photos } = one
      const [own, seen] = [
        await read(run, person, getUser),
        await read(run, viewer, getProfile, { params: { id: person.id } }),
      ]
      if (!own || !seen) return [{ invariant: 'INV-7', text: `the profile of ${person.id} cannot be read` }]
      const violations = await checkOwn(run, one)
      if (JSON.stringify(shownOf(seen)) !== JSON.stringify(shownOf({ ...own, name: firstNameOf(own.name) })))
        violations.push({ invariant: 'INV-7', text: `others see an old profile of ${person.id}` })
      if (photos > 0 && (await photoStatus(run, viewer, seen.selfie)) !== 200)
        violations.push({ invariant: 'INV-1', text: `others do not get the photo of ${person.id}` })
      return violations
    }),
  )
  return found.flat()
}

function shownOf({ name, age, selfie, photos, bio }: Pick<User, 'name' | 'age' | 'selfie' | 'photos' | 'bio'>) {
  return { name, age, selfie, photos: photos.map(({ path }) => path), bio }
}

/** Status of the photo at a path; 404 if there is no path. */
async function photoStatus(run: Run, viewer: TestUser, path: string | null): Promise<number> {
  const [, userId = '', version = ''] = /\/(\d+)\/(\d+)$/.exec(path ?? '') ?? []
  if (!userId) return 404
  const { status } = await attempt(run, { op: 'photo of', key: randomUUID(), caller: viewer }, getSelfie, {
    params: { userId, version },
  })
  return status
}
