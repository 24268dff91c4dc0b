import type { Plan } from './plan.ts'

/** What the runner hands to a script: where the product is, how much to do, and with whom. */
export interface Fixture {
  url: string
  plan: Plan
  people: Person[]
}

export interface Person {
  id: number
  username: string
  password: string
  /** With a live session. */
  cookie: string
}

export type Pair = [Person, Person]

/** The first with the second, the third with the fourth … */
export function pairsOf(people: Person[]): Pair[] {
  return people.flatMap((person, index): Pair[] => {
    const partner = people[index + 1]
    return index % 2 === 0 && partner ? [[person, partner]] : []
  })
}

/** What the `index`-th of `count` takes: every count-th, so that shares differ by one at most. */
export function shareOf<T>(all: T[], index: number, count: number): T[] {
  return all.filter((_, position) => position % count === index)
}
