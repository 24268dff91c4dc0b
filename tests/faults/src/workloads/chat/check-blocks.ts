import { randomUUID } from 'node:crypto'
import { getSelfie } from '@zing/proto/http/auth'
import { getUnread, listBlocks, sendMessage, unblockUser } from '@zing/proto/http/chat'
import { getProfile, likeUser, listNotifications } from '@zing/proto/http/social'
import { aboutIdOf } from '@zing/proto/notifications'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { readFeed, type Scope } from '../meeting/feed.ts'
import { matchesOf, type TestUser } from '../test-users.ts'
import { read } from '../workload.ts'

export interface Block {
  blocker: TestUser
  blocked: TestUser
  /** A message between the two users. */
  messageId: number
  /** Paths of the photos of the blocker and of the blocked user. */
  photos: [string, string]
  confirmedAt: number | null
  /** The violations at the end of the block; null before it. */
  ended: Violation[] | null
}

/**
 * A confirmed block hides both users from each other in social and auth too (INV-7, SEC-63). Ends the blocks once they do.
 * May be called again.
 */
export async function checkBlocks(run: Run, blocks: Block[]): Promise<Violation[]> {
  const confirmed = blocks.filter(({ confirmedAt, ended }) => confirmedAt !== null && !ended)
  const found = await Promise.all(
    confirmed.flatMap(({ blocker, blocked, photos }) => [
      checkHidden(run, blocker, blocked, photos[1]),
      checkHidden(run, blocked, blocker, photos[0]),
      checkListed(run, blocker, blocked),
    ]),
  )
  if (found.flat().length > 0) return found.flat()
  await Promise.all(
    confirmed.map(async (block) => {
      block.ended = await checkUnblocked(run, block)
    }),
  )
  return blocks.flatMap(({ ended }) => ended ?? [])
}

/** The end of a block is confirmed, and brings no match back: neither may send. */
async function checkUnblocked(run: Run, { blocker, blocked }: Block): Promise<Violation[]> {
  const key = randomUUID()
  const { outcome } = await untilCertain(run, () =>
    attempt(run, { op: 'unblock', key, caller: blocker }, unblockUser, { params: { id: blocked.id } }),
  )
  const listed = await read(run, blocker, listBlocks)
  if (outcome !== 'ok' || !listed || listed.includes(blocked.id))
    return [{ invariant: 'INV-1', text: `the block of ${blocked.id} by ${blocker.id} does not end` }]
  const violations: Violation[] = []
  for (const [from, to] of [[blocker, blocked] as const, [blocked, blocker] as const]) {
    const body = { receiverId: to.id, content: 'after the block', clientMessageId: randomUUID() }
    const sent = await attempt(run, { op: 'send to unblocked', key: randomUUID(), caller: from }, sendMessage, { body })
    if (sent.outcome === 'ok')
      violations.push({ invariant: 'INV-3', text: `the match of ${from.id} and ${to.id} is back after the block` })
  }
  return violations
}

async function checkHidden(run: Run, person: TestUser, other: TestUser, photo: string): Promise<Violation[]> {
  const caller = (op: string) => ({ op: `${op} of blocked`, key: randomUUID(), caller: person })
  const [, userId = '', version = ''] = /\/(\d+)\/(\d+)$/.exec(photo) ?? []
  const isIn = async (scope: Scope) => (await readFeed(run, person, scope))?.some(({ id }) => id === other.id) ?? true
  const [profile, like, image, matches, notifications, isInFeed, isInDiscover, isInLiked, unread] = await Promise.all([
    attempt(run, caller('profile'), getProfile, { params: { id: other.id } }),
    attempt(run, caller('like'), likeUser, { body: { likedId: other.id } }),
    attempt(run, caller('photo'), getSelfie, { params: { userId, version } }),
    matchesOf(run, person),
    read(run, person, listNotifications),
    isIn('all'),
    isIn('discover'),
    isIn('liked'),
    read(run, person, getUnread),
  ])
  const seen = {
    'the profile': profile.status !== 404,
    'that a like is accepted': like.status !== 404,
    'the photo': image.status !== 404,
    'the match': !matches || matches.includes(other.id),
    'a notification': !notifications || notifications.some((one) => aboutIdOf(one) === other.id),
    'the feed entry': isInFeed,
    'the entry in discover': isInDiscover,
    'the entry among liked users': isInLiked,
    'an unread message': unread?.count !== 0, // they have no other conversation
  }
  return Object.entries(seen).flatMap(([what, isSeen]) =>
    isSeen
      ? [{ invariant: 'INV-7' as const, text: `${person.id} still sees ${what} of ${other.id} after the block` }]
      : [],
  )
}

/** The blocker's list has the block (INV-1), and the blocked user's list does not show it. */
async function checkListed(run: Run, blocker: TestUser, blocked: TestUser): Promise<Violation[]> {
  const [own, theirs] = await Promise.all([read(run, blocker, listBlocks), read(run, blocked, listBlocks)])
  const violations: Violation[] = []
  if (own?.filter((id) => id === blocked.id).length !== 1)
    violations.push({ invariant: 'INV-1', text: `the block of ${blocked.id} by ${blocker.id} is not listed once` })
  if (theirs?.includes(blocker.id))
    violations.push({ invariant: 'INV-10', text: `${blocked.id} is listed as the one who blocks ${blocker.id}` })
  return violations
}
