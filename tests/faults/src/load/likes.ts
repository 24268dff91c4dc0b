import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { likeUser, unlikeUser } from '@zing/proto/http/social'
import type { Outcome } from '../history.ts'
import { attempt, type Run, untilCertain } from './call.ts'
import type { Person } from './people.ts'

const EVERY_MS = [400, 1_500] as const

/** What one person wants another to be, and whether the server has confirmed it. */
export interface Wish {
  liker: Person
  liked: Person
  isLiked: boolean
  outcome: Outcome
}

export interface Likes {
  wishes: Wish[]
  done: Promise<unknown>
}

/** The two people of each pair like and unlike each other at random, each of them one call at a time. */
export function startLikes(run: Run, pairs: [Person, Person][]): Likes {
  const wishes = pairs.flatMap(([one, other]): Wish[] => [
    { liker: one, liked: other, isLiked: false, outcome: 'ok' },
    { liker: other, liked: one, isLiked: false, outcome: 'ok' },
  ])
  return { wishes, done: Promise.all(wishes.map((wish) => changeOften(run, wish))) }
}

async function changeOften(run: Run, wish: Wish): Promise<void> {
  while (!run.ending.aborted) {
    await pause(run.random.integer(...EVERY_MS))
    wish.isLiked = !wish.isLiked
    wish.outcome = 'unknown'
    const caller = { key: randomUUID(), caller: wish.liker }
    const { outcome } = await untilCertain<{ outcome: Outcome }>(run, () =>
      wish.isLiked
        ? attempt(run, { op: 'like', ...caller }, likeUser, { body: { likedId: wish.liked.id } })
        : attempt(run, { op: 'unlike', ...caller }, unlikeUser, { params: { userId: wish.liked.id } }),
    )
    wish.outcome = outcome
  }
}
