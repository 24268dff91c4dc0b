import { GROUP_MIN } from '../limits.ts'
import type { DashboardWindow } from './dashboard.ts'

const HOUR_MS = 60 * 60 * 1_000
export const DAY_MS = 24 * HOUR_MS
const EXACT_HOURS = 48
const HOURS_PER_DAY = 24

/** The members who registered on one day, and how many of them have reached which stage. */
export interface Cohort<Stage extends string> {
  /** Days since 1970 in UTC. */
  day: number
  counts: Partial<Record<Stage, number>>
  /** Hours until the first of something, see `hoursBetween`, with the number of members. */
  hours: [hours: number, members: number][]
}

export interface Cohorts<Stage extends string> {
  /** Counts one member who registered at `createdAt`, in ms since 1970. */
  count(createdAt: number, stage: Stage): void
  countHours(createdAt: number, reachedAt: number): void
  list(): Cohort<Stage>[]
}

/** Counts members by the day of their registration, from the day `since` on. */
export function createCohorts<Stage extends string>(since: number): Cohorts<Stage> {
  interface Counted {
    counts: Partial<Record<Stage, number>>
    hours: Map<number, number>
  }
  const byDay = new Map<number, Counted>()

  function cohortOf(createdAt: number): Counted {
    const day = dayOf(createdAt)
    const known: Counted = byDay.get(day) ?? { counts: {}, hours: new Map() }
    if (day >= since) byDay.set(day, known)
    return known
  }

  return {
    count(createdAt, stage) {
      const { counts } = cohortOf(createdAt)
      counts[stage] = (counts[stage] ?? 0) + 1
    },
    countHours(createdAt, reachedAt) {
      const { hours } = cohortOf(createdAt)
      const taken = hoursBetween(createdAt, reachedAt)
      hours.set(taken, (hours.get(taken) ?? 0) + 1)
    },
    list: () =>
      [...byDay]
        .map(([day, { counts, hours }]) => ({ day, counts, hours: [...hours] }))
        .sort((one, other) => one.day - other.day),
  }
}

/** Days since 1970 in UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The cohorts of a window. */
export function within<C extends { day: number }>(cohorts: C[], { from, to }: DashboardWindow): C[] {
  const [first, last] = [dayOf(Date.parse(from)), dayOf(Date.parse(to))]
  return cohorts.filter(({ day }) => day >= first && day <= last)
}

export function sumOf<Stage extends string>(cohorts: Cohort<Stage>[], stage: Stage): number {
  return cohorts.reduce((sum, { counts }) => sum + (counts[stage] ?? 0), 0)
}

/** Whole hours, and whole days beyond two of them: so a cohort stays small. */
export function hoursBetween(from: number, to: number): number {
  const hours = Math.max(0, Math.floor((to - from) / HOUR_MS))
  return hours < EXACT_HOURS ? hours : hours - (hours % HOURS_PER_DAY)
}

/** The lower median of the hours in these cohorts; null for fewer than GROUP_MIN members. */
export function medianHours(cohorts: Pick<Cohort<string>, 'hours'>[]): number | null {
  const all = cohorts.flatMap(({ hours }) => hours).sort(([one], [other]) => one - other)
  const members = all.reduce((sum, [, count]) => sum + count, 0)
  if (members < GROUP_MIN) return null
  let passed = 0
  for (const [hours, count] of all) {
    passed += count
    if (passed * 2 >= members) return hours
  }
  return null
}
