import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { blockUser, sendMessage } from '@zing/proto/http/chat'
import { likeUser, unlikeUser } from '@zing/proto/http/social'
import type { Outcome } from '../../history.ts'
import { attempt, type CallResult, type Run, untilCertain } from '../call.ts'
import { register } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'
import { checkMeetings } from './check-matches.ts'
import { createMatchClient, type MatchClient, type Meeting } from './match-client.ts'

/** People of a group, in which every two meet once. */
const GROUP = 12
const EVERY_MS = [600, 1_800] as const
/** Pairs that meet at once, so that services hold several events at a time. */
const BURST = [1, 4] as const
const BACK_MS = 400
const END_MS = [0, 1_500] as const

/**
 * Users who have never met like each other throughout the run, often in the same instant. Some then withdraw the like
 * or block. Each pair changes once and has one message, so nothing later hides a lost event.
 */
export async function startMatches(run: Run): Promise<Workload> {
  const meetings: Meeting[] = []
  const first = await registerGroup(run)
  return { done: meetOften(run, first, meetings), seen: [], check: () => checkMeetings(run, meetings) }
}

async function registerGroup(run: Run): Promise<MatchClient[]> {
  return Promise.all(newNames('meet', GROUP).map(async (name) => createMatchClient(run, await register(run, name))))
}

async function meetOften(run: Run, first: MatchClient[], meetings: Meeting[]): Promise<void> {
  const running: Promise<void>[] = []
  let pairs = pairsOf(first)
  while (!run.ending.aborted) {
    await pause(run.thinkTime.next(EVERY_MS))
    if (pairs.length === 0) {
      const next = await registerGroup(run).catch(() => null) // the end of a run may interrupt it
      if (!next) continue
      pairs = pairsOf(next)
    }
    for (let left = run.random.integer(...BURST); left > 0 && pairs.length > 0; left--) {
      const [pair] = pairs.splice(run.random.integer(0, pairs.length - 1), 1)
      if (pair) running.push(meet(run, pair, meetings))
    }
  }
  await Promise.all(running)
}

function pairsOf(people: MatchClient[]): [MatchClient, MatchClient][] {
  return people.flatMap((one, index) =>
    people.slice(index + 1).map((other): [MatchClient, MatchClient] => [one, other]),
  )
}

async function meet(run: Run, [one, other]: [MatchClient, MatchClient], meetings: Meeting[]): Promise<void> {
  const { random } = run
  const isMutual = random.next() < 0.8
  const meeting: Meeting = {
    one,
    other,
    likes: [true, isMutual],
    hasMatched: false,
    messageId: null,
    isBlocked: false,
    isCertain: false,
  }
  meetings.push(meeting)
  const backMs = random.next() < 0.6 ? 0 : random.integer(0, BACK_MS)
  const both = await Promise.all([
    like(run, one, other),
    ...(isMutual ? [pause(backMs).then(() => like(run, other, one))] : []),
  ])
  if (both.some(({ outcome }) => outcome !== 'ok')) return
  meeting.hasMatched = isMutual
  if (isMutual && !run.ending.aborted) meeting.messageId = await greet(run, one, other)

  await pause(random.integer(...END_MS))
  const outcome = run.ending.aborted ? 'ok' : await end(run, meeting)
  meeting.isCertain = outcome === 'ok'
}

/** Sends the only message of a pair, so that no later message fills the gap of a lost push. Returns its id. */
async function greet(run: Run, { person }: MatchClient, other: MatchClient): Promise<number | null> {
  const key = randomUUID()
  const body = { receiverId: other.person.id, content: `hello of ${person.id}`, clientMessageId: key }
  const { body: message } = await untilCertain(run, () =>
    attempt(run, { op: 'first message of a match', key, caller: person }, sendMessage, { body }),
  )
  return message?.id ?? null
}

/** Most pairs stay; the others end soon, while events about them may be in flight. */
async function end(run: Run, meeting: Meeting): Promise<Outcome> {
  const { one, other } = meeting
  const choice = run.random.next()
  if (choice < 0.15) {
    meeting.likes[0] = false
    return (await unlike(run, one, other)).outcome
  }
  if (choice < 0.25) {
    meeting.isBlocked = true
    return (await block(run, one, other)).outcome
  }
  return 'ok'
}

function like(run: Run, liker: MatchClient, liked: MatchClient): Promise<CallResult<unknown>> {
  const body = { likedId: liked.person.id }
  return untilCertain(run, () =>
    attempt(run, { op: 'like', key: randomUUID(), caller: liker.person }, likeUser, { body }),
  )
}

function unlike(run: Run, liker: MatchClient, liked: MatchClient): Promise<CallResult<unknown>> {
  const params = { userId: liked.person.id }
  return untilCertain(run, () =>
    attempt(run, { op: 'unlike', key: randomUUID(), caller: liker.person }, unlikeUser, { params }),
  )
}

function block(run: Run, blocker: MatchClient, blocked: MatchClient): Promise<CallResult<unknown>> {
  const body = { blockedUserId: blocked.person.id }
  return untilCertain(run, () =>
    attempt(run, { op: 'block of a new match', key: randomUUID(), caller: blocker.person }, blockUser, { body }),
  )
}
