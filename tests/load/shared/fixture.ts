import type { Plan } from './plan.ts'

/** Input of a k6 script, written by the runner. */
export interface Fixture {
  url: string
  plan: Plan
  users: User[]
  isWarmUp: boolean
  /** Good responses per second in the warm-up of `overload`. */
  capacity?: number
  /** Only for `push`. */
  push?: PushFixture
}

export interface PushFixture {
  /** URL of a push host that accepts everything. */
  url: string
  keys: { p256dh: string; auth: string }
  /** Metrics of the processes that send pushes. */
  metricsUrls: string[]
}

export interface User {
  id: number
  username: string
  password: string
  cookie: string
}

export type Pair = [User, User]

/** Pairs the first user with the second, the third with the fourth, and so on. */
export function pairsOf(users: User[]): Pair[] {
  return users.flatMap((user, index): Pair[] => {
    const partner = users[index + 1]
    return index % 2 === 0 && partner ? [[user, partner]] : []
  })
}

/** Returns every `count`-th item from `index` on, so that shares differ by at most one item. */
export function shareOf<T>(all: T[], index: number, count: number): T[] {
  return all.filter((_, position) => position % count === index)
}
