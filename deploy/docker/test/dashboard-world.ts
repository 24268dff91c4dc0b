import { DAY_MS } from '@zing/proto/community/cohorts'
import { GENDERS } from '@zing/proto/product'
import { genderOf } from '@zing/proto/profiles/discovery'

const HOUR_MS = 60 * 60 * 1_000

/** A member as a test knows them, from the acts alone. */
export interface Person {
  id: number
  createdAt: number
  gender: string
  age: number
  hasPhoto: boolean
  hidden: boolean
  status: 'active' | 'pending' | 'refused'
  label: string | null
  isDeleted: boolean
  feedOpenedOn: number | null
  preferences: { genders: string[]; ageMin: number | null; ageMax: number | null }
}

/** Two members: who likes whom now, and what has been. */
interface Pair {
  likes: Set<number>
  passedAt: Map<number, number>
  matchedAt: number | null
  isMatch: boolean
  isOver: boolean
  isBlocked: boolean
  firstMessageAt: Map<number, number>
}

/** One member in so many came by the rare label, which no seed may give to ten. */
const RARE_ONE_IN = 50

/** A random world of members, and a recount of the dashboard from their acts. */
export function createWorld(random: () => number, { from, to }: { from: number; to: number }) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const people: Person[] = Array.from({ length: 220 }, (_, index) => newPerson(index + 1))
  const pairsById = new Map<number, Map<number, Pair>>(people.map(({ id }) => [id, new Map()]))

  function newPerson(id: number): Person {
    const label = id % RARE_ONE_IN === 0 ? 'Rare' : random() < 0.2 ? 'Poster' : random() < 0.1 ? 'Radio' : null
    const status = random() < 0.05 ? 'pending' : random() < 0.03 ? 'refused' : 'active'
    return {
      id,
      createdAt: from + Math.floor((random() * (to - from)) / HOUR_MS) * HOUR_MS + HOUR_MS / 4,
      gender: random() < 0.1 ? 'Agender' : pick(GENDERS),
      age: 18 + Math.floor(random() * 50),
      hasPhoto: random() < 0.7,
      hidden: status !== 'active' || random() < 0.1,
      status,
      label,
      isDeleted: false,
      feedOpenedOn: null,
      preferences: { genders: [], ageMin: null, ageMax: null },
    }
  }

  function pairOf(one: number, other: number): Pair {
    const known = pairsById.get(one)?.get(other)
    if (known) return known
    const pair: Pair = {
      likes: new Set(),
      passedAt: new Map(),
      matchedAt: null,
      isMatch: false,
      isOver: false,
      isBlocked: false,
      firstMessageAt: new Map(),
    }
    pairsById.get(one)?.set(other, pair)
    pairsById.get(other)?.set(one, pair)
    return pair
  }

  const members = () => people.filter(({ status, isDeleted }) => status === 'active' && !isDeleted)
  /** The pairs of a member with members who are still there. */
  const pairsOf = (id: number) => {
    const there = new Set(members().map((one) => one.id))
    return [...(pairsById.get(id) ?? [])].flatMap(([other, pair]) => (there.has(other) ? [{ other, pair }] : []))
  }

  /** Whoever fits both ways, and about whom the member has not decided. */
  function seesSomebody(viewer: Person, now: number): boolean {
    return members().some((other) => {
      if (other.id === viewer.id || other.hidden || !fits(viewer, other) || !fits(other, viewer)) return false
      const pair = pairOf(viewer.id, other.id)
      const passedAt = pair.passedAt.get(viewer.id)
      const isPassed = passedAt !== undefined && now - passedAt < 30 * DAY_MS
      return !pair.isBlocked && !pair.isOver && !pair.likes.has(viewer.id) && !isPassed
    })
  }

  return { people, members, pairOf, pairsOf, pick, seesSomebody }
}

function fits({ preferences: { genders, ageMin, ageMax } }: Person, { gender, age }: Person): boolean {
  if (genders.length > 0 && !genders.includes(genderOf(gender))) return false
  return age >= (ageMin ?? 0) && age <= (ageMax ?? 999)
}

/** The middle of the list as it would be read off by hand; the lower one of two. */
export function middleOf(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted.length < 10 ? null : (sorted[Math.ceil(sorted.length / 2) - 1] ?? null)
}

/** Full hours, and full days beyond two of them. */
export function hoursFrom(start: number, end: number): number {
  const hours = Math.floor((end - start) / HOUR_MS)
  return hours < 48 ? hours : Math.floor(hours / 24) * 24
}
