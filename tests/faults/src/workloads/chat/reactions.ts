import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { removeReaction, sendMessage, setReaction } from '@zing/proto/http/chat'
import { type Message, REACTIONS, type ReactionEmoji } from '@zing/proto/messages'
import { checkReactions, checkSameReactions } from '../../checks/messages/reactions.ts'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { fetchNewestPage, readConversation } from '../meeting/pages.ts'
import { registerMatch, type TestUser } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'
import { createLiveClient } from './live-client.ts'

interface Extent {
  pairs: number
  /** Below a page, so that the newest page has them all. */
  messagesMax: number
  /** Number of messages on which one person changes reactions at once. */
  atOnce: number
}

const SOME: Extent = { pairs: 4, messagesMax: 40, atOnce: 1 }
/** Set for runs without other workloads: most writes in flight are reactions, and few messages share them all. */
export const MANY_REACTIONS: Extent = { pairs: 4, messagesMax: 6, atOnce: 5 }
const EVERY_MS = [200, 1_200] as const
/** One turn in this many writes a message and reacts to it, while it may still be pending. */
const MESSAGE_ONE_IN = 3
/** One reaction in this many is made twice at once, as by a double tap. */
const TWICE_ONE_IN = 6
const REMOVED_SHARE = 0.25
/** Most turns change this person's previous reaction, so that a late write would overwrite a newer one. */
const SAME_SHARE = 0.6

interface Reacting {
  person: TestUser
  partner: TestUser
  /** Last confirmed reaction by message id; missing if there was none or its outcome stayed unknown. */
  wanted: Map<number, ReactionEmoji | null>
  /** Messages by id, as a client shows them. */
  shown: Map<number, Message>
}

interface Pair {
  members: [Reacting, Reacting]
  ids: number[]
}

/** Two people of each pair react to their messages, often in the same instant, and check the result. */
export async function startReactions(run: Run, extent = SOME): Promise<Workload> {
  const matches = await Promise.all(newNames('react', extent.pairs).map((name) => registerMatch(run, name)))
  const pairs = matches.map(
    ([one, other]): Pair => ({ members: [createReacting(run, one, other), createReacting(run, other, one)], ids: [] }),
  )
  const seen: Violation[] = []
  return {
    done: Promise.all(
      pairs.flatMap((pair) => pair.members.map((member) => reactOften(run, { ...extent, pair, member, seen }))),
    ),
    seen,
    check: async () => (await Promise.all(pairs.map((pair) => checkPair(run, pair)))).flat(),
  }
}

/** Shows messages and reactions as a client does: fetches after CONNECTED, then applies frames. */
function createReacting(run: Run, person: TestUser, partner: TestUser): Reacting {
  const shown = new Map<number, Message>()
  function show(message: Message): void {
    const known = shown.get(message.id)
    if ((message.reactionRev ?? 0) >= (known?.reactionRev ?? 0)) shown.set(message.id, message)
  }
  const { refetch } = createLiveClient(run, person, {
    async fetch() {
      const page = await fetchNewestPage(run, person, partner)
      for (const message of page ?? []) show(message)
      return page !== null
    },
    onFrame(frame) {
      if (frame.type === 'NEW_MESSAGE' || frame.type === 'MESSAGE_SENT') show(frame.message)
      if (frame.type !== 'REACTION') return
      const message = shown.get(frame.messageId)
      if (message) show({ ...message, reactions: frame.reactions, reactionRev: frame.rev })
      else refetch()
    },
  })
  return { person, partner, wanted: new Map(), shown }
}

/** Reads the state after each change and before the next one. A call that its caller gave up must not change it. */
async function reactOften(
  run: Run,
  { pair, member, seen, messagesMax, atOnce }: Extent & { pair: Pair; member: Reacting; seen: Violation[] },
): Promise<void> {
  const { random, thinkTime, ending } = run
  let latest: number | null = null
  const pickId = () => (latest !== null && random.next() < SAME_SHARE ? latest : random.pick(pair.ids))
  while (!ending.aborted) {
    await pause(thinkTime.next(EVERY_MS), undefined, { signal: ending }).catch(() => {})
    if (ending.aborted) return
    const mustWrite =
      pair.ids.length === 0 || (pair.ids.length < messagesMax && random.integer(1, MESSAGE_ONE_IN) === 1)
    const id: number | null = mustWrite ? await write(run, pair, member) : pickId()
    if (id === null) continue
    latest = id
    seen.push(...(await checkOwn(run, member)))
    const others = Array.from({ length: atOnce - 1 }, () => random.pick(pair.ids))
    await Promise.all([...new Set([id, ...others])].map((each) => react(run, member, each)))
    seen.push(...(await checkOwn(run, member)))
  }
}

async function write(run: Run, pair: Pair, { person, partner }: Reacting): Promise<number | null> {
  const key = randomUUID()
  const body = { receiverId: partner.id, content: `u${person.id} ${key}`, clientMessageId: key }
  const sent = await untilCertain(run, () => attempt(run, { op: 'send', key, caller: person }, sendMessage, { body }))
  if (!sent.body) return null
  pair.ids.push(sent.body.id)
  return sent.body.id
}

async function react(run: Run, { person, wanted }: Reacting, id: number): Promise<void> {
  const emoji = run.random.next() < REMOVED_SHARE ? null : run.random.pick(REACTIONS)
  const caller = { key: randomUUID(), caller: person }
  const params = { id }
  wanted.delete(id)
  const taps = run.random.integer(1, TWICE_ONE_IN) === 1 ? 2 : 1
  const results = await Promise.all(
    Array.from({ length: taps }, () =>
      untilCertain<{ outcome: 'ok' | 'fail' | 'unknown' }>(run, () =>
        emoji
          ? attempt(run, { op: 'react', ...caller }, setReaction, { params, body: { emoji } })
          : attempt(run, { op: 'unreact', ...caller }, removeReaction, { params }),
      ),
    ),
  )
  if (results.every(({ outcome }) => outcome === 'ok')) wanted.set(id, emoji)
}

/** Checks at once, unless the page cannot be read now. */
async function checkOwn(run: Run, { person, partner, wanted }: Reacting): Promise<Violation[]> {
  const page = await fetchNewestPage(run, person, partner)
  return page ? checkReactions(person.id, page, wantedOf(person, wanted)) : []
}

function wantedOf({ id: userId }: TestUser, wanted: Reacting['wanted']) {
  return [...wanted].map(([messageId, emoji]) => ({ messageId, userId, emoji }))
}

async function checkPair(run: Run, { members: [one, other] }: Pair): Promise<Violation[]> {
  const { lists } = await readConversation(run, [one.person, other.person])
  const wanted = [...wantedOf(one.person, one.wanted), ...wantedOf(other.person, other.wanted)]
  const shown = [one, other].map(
    (member, index) => lists[index]?.map(({ id }) => member.shown.get(id)).filter(isThere) ?? [],
  )
  return [
    ...checkReactions(one.person.id, lists[0], wanted),
    ...checkReactions(other.person.id, lists[1], wanted),
    ...checkSameReactions(lists, [shown[0] ?? [], shown[1] ?? []]),
  ]
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined
}
