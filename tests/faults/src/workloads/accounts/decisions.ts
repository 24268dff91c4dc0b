import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { passUser, undoLast, unmatchUser } from '@zing/proto/http/discovery'
import { likeUser, listNotifications, readNotification } from '@zing/proto/http/social'
import { aboutIdOf } from '@zing/proto/notifications'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { register, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'
import { checkDecisions, type Decider, type Decision } from './check-decisions.ts'

const DECIDERS = 4
/** Users about whom each decider decides once. */
const TARGETS = 12
const EVERY_MS = [500, 5_000] as const
const POLL_MS = 500
const CHOICES = ['pass', 'pass and undo', 'like and undo', 'like, be seen and undo', 'match and unmatch'] as const

/** People pass, like and match others once each, and undo some decisions. Targets read some of the likes first. */
export async function startDecisions(run: Run): Promise<Workload> {
  const people = await Promise.all(newNames('decide', DECIDERS).map((name) => register(run, name)))
  const targets = await Promise.all(newNames('target', TARGETS).map((name) => register(run, name)))
  const deciders = people.map((person): Decider => ({ person, decisions: [], isCertain: true }))
  const seen: Violation[] = []
  return {
    done: Promise.all(deciders.map((decider) => decideOften(run, decider, { targets, seen }))),
    seen,
    check: () => checkDecisions(run, deciders),
  }
}

interface Deciding {
  targets: TestUser[]
  seen: Violation[]
}

async function decideOften(run: Run, decider: Decider, { targets, seen }: Deciding): Promise<void> {
  for (const target of targets) {
    await pause(run.thinkTime.next(EVERY_MS), undefined, { signal: run.ending }).catch(() => {})
    if (run.ending.aborted || !decider.isCertain) return
    const decision: Decision = {
      ...{ target, isLiked: false, isPassed: false, isUnmatched: false, isSeen: false },
      isCertain: false,
    }
    decider.decisions.push(decision)
    await decide(run, decider, { decision, seen })
  }
}

async function decide(
  run: Run,
  decider: Decider,
  { decision, seen }: { decision: Decision; seen: Violation[] },
): Promise<void> {
  const { person } = decider
  const { target } = decision
  const choice = run.random.pick(CHOICES)
  if (choice === 'pass' || choice === 'pass and undo') {
    decision.isCertain = await isDone(run, () =>
      attempt(run, op('pass', person), passUser, { body: { userId: target.id } }),
    )
    decision.isPassed = true
    if (choice === 'pass and undo') await undo(run, decider, seen)
    return
  }
  decision.isCertain = await like(run, person, target)
  decision.isLiked = true
  if (choice === 'match and unmatch') {
    const params = { userId: target.id }
    const hasEnded =
      (await like(run, target, person)) &&
      (await isDone(run, () => attempt(run, op('unmatch', person), unmatchUser, { params })))
    Object.assign(decision, { isLiked: false, isUnmatched: true, isCertain: decision.isCertain && hasEnded })
    return
  }
  if (choice === 'like, be seen and undo') decision.isSeen = await readOfLike(run, target, person)
  await undo(run, decider, seen)
}

/** Sent once: a second undo would undo the earlier decision. */
async function undo(run: Run, decider: Decider, seen: Violation[]): Promise<void> {
  const { person, decisions } = decider
  const { outcome, body, from } = await attempt(run, op('undo', person), undoLast)
  if (outcome === 'unknown') decider.isCertain = false
  const decision = decisions.findLast(({ target }) => target.id === body?.userId)
  if (!body || !decision) return
  if (body.undone === 'pass') {
    decision.isPassed = false
    return
  }
  decision.isLiked = false
  if (decision.isSeen) {
    const text = `the like of ${body.userId} by ${person.id} was undone at ${from} ms, after its notification was read`
    seen.push({ invariant: 'INV-1', text })
  }
}

/** Waits for the notification of the like, and reads it; false at the end of the run. */
async function readOfLike(run: Run, person: TestUser, liker: TestUser): Promise<boolean> {
  while (!run.ending.aborted) {
    const list = await read(run, person, listNotifications)
    const found = list?.find((notification) => aboutIdOf(notification) === liker.id)
    if (found) {
      const params = { id: found.id }
      return isDone(run, () => attempt(run, op('read notification', person), readNotification, { params }))
    }
    await pause(POLL_MS)
  }
  return false
}

function like(run: Run, liker: TestUser, liked: TestUser): Promise<boolean> {
  return isDone(run, () => attempt(run, op('like', liker), likeUser, { body: { likedId: liked.id } }))
}

async function isDone(run: Run, once: () => ReturnType<typeof attempt>): Promise<boolean> {
  return (await untilCertain(run, once)).outcome === 'ok'
}

function op(name: string, caller: TestUser) {
  return { op: name, key: randomUUID(), caller }
}
