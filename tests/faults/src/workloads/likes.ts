import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getProfile, likeUser, unlikeUser } from '@zing/proto/http/social'
import type { Violation } from '../checks/violation.ts'
import type { Outcome } from '../history.ts'
import { attempt, type Run, untilCertain } from './call.ts'
import { matchesOf, type Person, register } from './people.ts'
import { newNames, read, type Workload } from './workload.ts'

const PAIRS = 4
const EVERY_MS = [400, 1_500] as const

/** What one person wants another to be, and whether the server has confirmed it. */
interface Wish {
  liker: Person
  liked: Person
  isLiked: boolean
  outcome: Outcome
}

/** The two people of each pair like and unlike each other at random, each of them one call at a time. */
export async function startLikes(run: Run): Promise<Workload> {
  const pairs = await Promise.all(
    newNames('like', PAIRS).map((name) => Promise.all([register(run, `${name}.a`), register(run, `${name}.b`)])),
  )
  const wishes = pairs.flatMap(([one, other]): Wish[] => [
    { liker: one, liked: other, isLiked: false, outcome: 'ok' },
    { liker: other, liked: one, isLiked: false, outcome: 'ok' },
  ])
  return {
    done: Promise.all(wishes.map((wish) => changeOften(run, wish))),
    seen: [],
    check: () => checkWishes(run, wishes),
  }
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

/** Likes and matches equal what the people asked for (INV-1, INV-3, INV-7). */
async function checkWishes(run: Run, wishes: Wish[]): Promise<Violation[]> {
  const found = await Promise.all(wishes.map((wish) => checkWish(run, wish, wishes)))
  return found.flat()
}

async function checkWish(run: Run, { liker, liked, isLiked, outcome }: Wish, wishes: Wish[]): Promise<Violation[]> {
  const profile = await read(run, liker, getProfile, { params: { id: liked.id } })
  const matches = await matchesOf(run, liker)
  if (!profile || !matches) return [{ invariant: 'INV-7', text: `user ${liker.id} cannot read profile or matches` }]
  const back = wishes.find((wish) => wish.liker === liked && wish.liked === liker)
  const violations: Violation[] = []
  if (outcome === 'ok' && profile.hasLiked !== isLiked) {
    violations.push({
      invariant: 'INV-1',
      text: `${liker.id} ${isLiked ? 'likes' : 'no longer likes'} ${liked.id}, but the like is ${profile.hasLiked ? '' : 'not '}there`,
    })
  }
  const isMutual = isLiked && back?.isLiked
  if (outcome === 'ok' && back?.outcome === 'ok' && matches.includes(liked.id) !== Boolean(isMutual)) {
    violations.push({
      invariant: 'INV-3',
      text: `${liker.id} and ${liked.id} are ${isMutual ? 'no' : 'still a'} match`,
    })
  }
  if (profile.isMatch !== matches.includes(liked.id)) {
    violations.push({ invariant: 'INV-3', text: `profile and match list of ${liker.id} disagree about ${liked.id}` })
  }
  return violations
}
