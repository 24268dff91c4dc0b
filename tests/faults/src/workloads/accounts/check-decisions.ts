import { listConversations } from '@zing/proto/http/chat'
import { listNotifications } from '@zing/proto/http/social'
import { aboutIdOf } from '@zing/proto/notifications'
import { checkDecision, type Decided, type Found } from '../../checks/moderation/decisions.ts'
import type { Violation } from '../../checks/violation.ts'
import type { Run } from '../call.ts'
import { readFeed } from '../meeting/feed.ts'
import { matchesOf, type TestUser } from '../test-users.ts'
import { read } from '../workload.ts'

export interface Decision extends Decided {
  target: TestUser
  /** False if the outcome of a call stayed unknown. */
  isCertain: boolean
}

export interface Decider {
  person: TestUser
  decisions: Decision[]
  /** False after an undo of unknown outcome, which may have undone any earlier decision. */
  isCertain: boolean
}

/** The data that a user reads about others. */
interface Reading {
  liked: Set<number>
  discover: Set<number>
  matches: Set<number>
  conversations: Set<number>
  likes: { aboutId: number | null; isRead: boolean }[]
}

/** Compares the confirmed decisions with the data that the deciders and their targets read. */
export async function checkDecisions(run: Run, deciders: Decider[]): Promise<Violation[]> {
  const certain = deciders.filter(({ isCertain }) => isCertain)
  const readings = new Map<TestUser, Reading>()
  const violations: Violation[] = []
  const people = certain.flatMap(({ person, decisions }) => [person, ...decisions.map(({ target }) => target)])
  for (const person of new Set(people)) {
    const reading = await readAll(run, person)
    if (reading) readings.set(person, reading)
    else violations.push({ invariant: 'INV-7', text: `${person.id} cannot read feed, matches or notifications` })
  }
  for (const { person, decisions } of certain) {
    for (const { target, isCertain, ...decided } of decisions) {
      const [own, others] = [readings.get(person), readings.get(target)]
      if (!isCertain || !own || !others) continue
      const found = foundBy({ person, own }, { target, others })
      violations.push(...checkDecision(`${person.id} about ${target.id}`, decided, found))
    }
  }
  return violations
}

function foundBy(
  { person, own }: { person: TestUser; own: Reading },
  { target, others }: { target: TestUser; others: Reading },
): Found {
  return {
    hasLiked: own.liked.has(target.id),
    isInDiscover: own.discover.has(target.id),
    likes: others.likes.filter(({ aboutId }) => aboutId === person.id),
    isStillMatched:
      [own.matches, own.conversations].some((ids) => ids.has(target.id)) ||
      [others.matches, others.conversations, others.discover].some((ids) => ids.has(person.id)),
  }
}

async function readAll(run: Run, person: TestUser): Promise<Reading | null> {
  const [feed, discover, matches, conversations, notifications] = await Promise.all([
    readFeed(run, person),
    readFeed(run, person, 'discover'),
    matchesOf(run, person),
    read(run, person, listConversations),
    read(run, person, listNotifications),
  ])
  if (!feed || !discover || !matches || !conversations || !notifications) return null
  const likes = notifications.filter(({ type }) => type === 'LIKE')
  return {
    liked: new Set(feed.filter(({ hasLiked }) => hasLiked).map(({ id }) => id)),
    discover: new Set(discover.map(({ id }) => id)),
    matches: new Set(matches),
    conversations: new Set(conversations.map(({ partnerId }) => partnerId)),
    likes: likes.map((like) => ({ aboutId: aboutIdOf(like), isRead: like.readAt !== null })),
  }
}
