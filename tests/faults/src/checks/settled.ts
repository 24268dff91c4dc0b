import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import { getSelfie, getUser } from '@zing/proto/http/auth'
import { getUnread, listConversations } from '@zing/proto/http/chat'
import { getProfile, listNotifications } from '@zing/proto/http/social'
import type { Block } from '../load/blocks.ts'
import { attempt, type Caller, type CallInput, type Run } from '../load/call.ts'
import type { Chatter } from '../load/chats.ts'
import type { Wish } from '../load/likes.ts'
import { matchesOf, type Person } from '../load/people.ts'
import type { WantedProfile } from '../load/profiles.ts'
import type { FinalConversation } from './messages.ts'
import type { Violation } from './violation.ts'

const POLL_MS = 500

/** Repeats a check until it finds nothing, at most for `withinMs`; returns what it found last. */
export async function untilSettled(withinMs: number, check: () => Promise<Violation[]>): Promise<Violation[]> {
  const end = performance.now() + withinMs
  for (;;) {
    const violations = await check()
    if (violations.length === 0 || performance.now() > end) return violations
    await pause(POLL_MS)
  }
}

/** Likes, matches and blocks of social equal what the people asked for (INV-1, INV-3, INV-7). */
export async function checkWishes(run: Run, wishes: Wish[]): Promise<Violation[]> {
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

/** All users see the profile that was last confirmed to its owner, with a photo that loads (INV-1, INV-7). */
export async function checkProfiles(run: Run, viewer: Person, wanted: WantedProfile[]): Promise<Violation[]> {
  const found = await Promise.all(
    wanted.map(async ({ person, name, outcome, photos }): Promise<Violation[]> => {
      const [own, seen] = [
        await read(run, person, getUser),
        await read(run, viewer, getProfile, { params: { id: person.id } }),
      ]
      if (!own || !seen) return [{ invariant: 'INV-7', text: `the profile of ${person.id} cannot be read` }]
      const violations: Violation[] = []
      if (outcome === 'ok' && own.name !== name)
        violations.push({ invariant: 'INV-1', text: `${person.id} is called ${own.name} instead of ${name}` })
      if (seen.name !== own.name || seen.selfie !== own.selfie)
        violations.push({ invariant: 'INV-7', text: `others see an old profile of ${person.id}` })
      if (photos > 0 && !(await hasPhoto(run, viewer, seen.selfie)))
        violations.push({ invariant: 'INV-1', text: `the photo of ${person.id} is lost` })
      return violations
    }),
  )
  return found.flat()
}

async function hasPhoto(run: Run, viewer: Person, path: string | null): Promise<boolean> {
  const [, userId = '', version = ''] = /\/(\d+)\/(\d+)$/.exec(path ?? '') ?? []
  if (!userId) return false
  const { outcome } = await attempt(run, { op: 'photo of', key: randomUUID(), caller: viewer }, getSelfie, {
    params: { userId, version },
  })
  return outcome === 'ok'
}

/** What a client shows from its first fetch and the frames equals a fresh fetch, without another refetch (INV-5, INV-9). */
export function checkShown({ person, partner, shown, socket }: Chatter, conversation: FinalConversation): Violation[] {
  const name = `${person.id} in the chat with ${partner.id}`
  const fresh = conversation.lists[conversation.members.indexOf(person.id)] ?? []
  const violations: Violation[] = shown.problems.map((text) => ({
    invariant: 'INV-4',
    text: `${name}: ${text}`,
  }))
  if (!socket.isConnected()) violations.push({ invariant: 'INV-9', text: `${name} has no socket` })
  if (shown.shown.length !== fresh.length) {
    violations.push({ invariant: 'INV-9', text: `${name} shows ${shown.shown.length} of ${fresh.length} messages` })
  }
  const stale = shown.shown.filter(
    (message, index) => message.senderId === person.id && fresh[index] && fresh[index].status !== message.status,
  )
  if (stale.length > 0) {
    violations.push({
      invariant: 'INV-9',
      text: `${name} shows ${stale.length} receipts that differ, the first as ${stale[0]?.status}`,
    })
  }
  return violations
}

/** The unread count equals the messages that are not read (INV-7). */
export async function checkUnread(
  run: Run,
  { person }: Chatter,
  { members, lists }: FinalConversation,
): Promise<Violation[]> {
  const own = lists[members.indexOf(person.id)] ?? []
  const expected = own.filter(({ receiverId, read }) => receiverId === person.id && !read).length
  const [unread, conversations] = [await read(run, person, getUnread), await read(run, person, listConversations)]
  const listed = conversations?.reduce((sum, conversation) => sum + conversation.unread, 0)
  if (unread?.count === expected && listed === expected) return []
  return [
    {
      invariant: 'INV-7',
      text: `${person.id} has ${expected} unread messages, counted as ${unread?.count} and ${listed}`,
    },
  ]
}

/** One MATCH notification for each side of a first match (INV-3). */
export async function checkMatchNotifications(run: Run, pairs: [Person, Person][]): Promise<Violation[]> {
  const found = await Promise.all(
    pairs
      .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
      .map(async ([person, partner]) => {
        const notifications = await read(run, person, listNotifications)
        const count = notifications?.filter(
          ({ type, payload }) => type === 'MATCH' && payload.userId === partner.id,
        ).length
        return count === 1
          ? []
          : [{ invariant: 'INV-3' as const, text: `${person.id} has ${count} MATCH notifications about ${partner.id}` }]
      }),
  )
  return found.flat()
}

/** A confirmed block hides both from each other in social, too (INV-7). */
export async function checkBlocks(run: Run, blocks: Block[]): Promise<Violation[]> {
  const found = await Promise.all(
    blocks
      .flatMap(({ blocker, blocked, confirmedAt }) =>
        confirmedAt === null ? [] : [[blocker, blocked] as const, [blocked, blocker] as const],
      )
      .map(async ([person, partner]) => {
        const { status } = await attempt(
          run,
          { op: 'blocked profile', key: randomUUID(), caller: person },
          getProfile,
          { params: { id: partner.id } },
        )
        const matches = await matchesOf(run, person)
        if (status === 404 && matches && !matches.includes(partner.id)) return []
        return [{ invariant: 'INV-7' as const, text: `${person.id} still sees ${partner.id} after the block` }]
      }),
  )
  return found.flat()
}

async function read<E extends AnyEndpoint>(
  run: Run,
  caller: Caller,
  endpoint: E,
  input?: CallInput<E>,
): Promise<ResponseOf<E> | null> {
  const { body } = await attempt(run, { op: 'final read', key: randomUUID(), caller }, endpoint, input)
  return body ?? null
}
