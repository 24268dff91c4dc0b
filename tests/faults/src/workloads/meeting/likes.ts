import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getProfile, likeUser, unlikeUser } from '@zing/proto/http/social'
import type { PublicProfile } from '@zing/proto/profiles/users'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { matchesOf, register, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'

const PAIRS = 6
const EVERY_MS = [300, 1_500] as const
/** Longest time between the calls of the two members; most calls are made in the same instant. */
const APART_MS = 20
const TOGETHER = 0.7
/** One change in this many is made twice at once, as by a double tap. */
const TWICE_ONE_IN = 6

/** Two users, and whether each likes the other; null after an outcome that stayed unknown. */
interface Pair {
  people: [TestUser, TestUser]
  likes: [boolean, boolean] | null
}

/** The two people of each pair keep liking and unliking each other in the same instant, and check the result. */
export async function startLikes(run: Run): Promise<Workload> {
  const pairs = await Promise.all(
    newNames('like', PAIRS).map(
      async (name): Promise<Pair> => ({
        people: [await register(run, `${name}.a`), await register(run, `${name}.b`)],
        likes: [false, false],
      }),
    ),
  )
  const seen: Violation[] = []
  return {
    done: Promise.all(pairs.map((pair) => changeOften(run, pair, seen))),
    seen,
    check: async () => (await Promise.all(pairs.map((pair) => checkPair(run, pair)))).flat(),
  }
}

/** Reads the state after each change and before the next one. A call that its caller gave up must not change it. */
async function changeOften(run: Run, pair: Pair, seen: Violation[]): Promise<void> {
  while (!run.ending.aborted && pair.likes) {
    await change(run, pair)
    seen.push(...(await checkPairNow(run, pair)))
    await pause(run.thinkTime.next(EVERY_MS))
    seen.push(...(await checkPairNow(run, pair)))
  }
}

async function change(run: Run, pair: Pair): Promise<void> {
  const { random } = run
  const before = pair.likes
  if (!before) return
  pair.likes = null
  const [one, other] = pair.people
  const apartMs = random.next() < TOGETHER ? 0 : random.integer(1, APART_MS)
  // sometimes one of them does nothing
  const next: [boolean, boolean] = [
    random.next() < 0.85 ? !before[0] : before[0],
    random.next() < 0.85 ? !before[1] : before[1],
  ]
  const areCertain = await Promise.all([
    next[0] === before[0] || set(run, one, other, next[0]),
    next[1] === before[1] || pause(apartMs).then(() => set(run, other, one, next[1])),
  ])
  if (areCertain.every(Boolean)) pair.likes = next
}

/** Resolves to true once the server has confirmed the change. */
async function set(run: Run, liker: TestUser, liked: TestUser, isLiked: boolean): Promise<boolean> {
  const caller = { key: randomUUID(), caller: liker }
  const taps = run.random.integer(1, TWICE_ONE_IN) === 1 ? 2 : 1
  const results = await Promise.all(
    Array.from({ length: taps }, () =>
      untilCertain<{ outcome: 'ok' | 'fail' | 'unknown' }>(run, () =>
        isLiked
          ? attempt(run, { op: 'like', ...caller }, likeUser, { body: { likedId: liked.id } })
          : attempt(run, { op: 'unlike', ...caller }, unlikeUser, { params: { userId: liked.id } }),
      ),
    ),
  )
  return results.every(({ outcome }) => outcome === 'ok')
}

/** Calls `checkPair` at once, and ignores failed reads. */
async function checkPairNow(run: Run, pair: Pair): Promise<Violation[]> {
  return (await checkPair(run, pair)).filter(({ invariant }) => invariant !== 'INV-7')
}

/** Likes and matches equal the people's last calls (INV-1, INV-3). */
async function checkPair(run: Run, { people: [one, other], likes }: Pair): Promise<Violation[]> {
  if (!likes) return []
  const sides = await Promise.all([checkSide(run, one, other, likes), checkSide(run, other, one, [likes[1], likes[0]])])
  return sides.flat()
}

async function checkSide(
  run: Run,
  viewer: TestUser,
  partner: TestUser,
  [isLiked, isLikedBack]: [boolean, boolean],
): Promise<Violation[]> {
  const profile: PublicProfile | null = await read(run, viewer, getProfile, { params: { id: partner.id } })
  const matches = await matchesOf(run, viewer)
  if (!profile || !matches) return [{ invariant: 'INV-7', text: `${viewer.id} cannot read profile or matches` }]
  const name = `${viewer.id} about ${partner.id} at ${run.history.now()} ms`
  const isMatch = isLiked && isLikedBack
  const violations: Violation[] = []
  if (profile.hasLiked !== isLiked)
    violations.push({ invariant: 'INV-1', text: `${name}: the like is ${profile.hasLiked ? '' : 'not '}there` })
  if (matches.includes(partner.id) !== isMatch)
    violations.push({ invariant: 'INV-3', text: `${name}: ${isMatch ? 'no' : 'still a'} match` })
  if (profile.isMatch !== isMatch)
    violations.push({ invariant: 'INV-3', text: `${name}: the profile shows ${isMatch ? 'no' : 'a'} match` })
  return violations
}
