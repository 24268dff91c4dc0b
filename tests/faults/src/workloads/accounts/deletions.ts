import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { confirmPassword, deleteAccount } from '@zing/proto/http/account'
import { login } from '@zing/proto/http/auth'
import { listConversations, listMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications } from '@zing/proto/http/social'
import { aboutIdOf } from '@zing/proto/notifications'
import { checkDeparture, type Departure } from '../../checks/moderation/deletions.ts'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type CallResult, type Run, untilCertain } from '../call.ts'
import { readFeed } from '../meeting/feed.ts'
import { PASSWORD, register, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'

const PARTNERS = 3
const EVERY_MS = [2_000, 5_000] as const
/** Time from the first message to the deletion: some events have arrived by then, others have not. */
const BEFORE_MS = [0, 2_000] as const

interface Left extends Departure {
  username: string
  partner: TestUser
}

/** People sign up, match, write and delete the account, while the partner keeps liking and writing (INV-13). */
export async function startDeletions(run: Run): Promise<Workload & { departures: readonly Left[] }> {
  const partners = await Promise.all(newNames('stay', PARTNERS).map((name) => register(run, name)))
  const departures: Left[] = []

  async function loop(partner: TestUser): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.thinkTime.next(EVERY_MS))
      const username = `gone.${randomBytes(5).toString('hex')}`
      const person = await register(run, username).catch(() => null) // the end of a run may interrupt it
      if (!person) continue
      const departed = await meetAndLeave(run, person, partner)
      if (departed) departures.push(departed)
    }
  }

  return {
    done: Promise.all(partners.map(loop)),
    departures,
    seen: [],
    async check() {
      const found = await Promise.all(partners.map((partner) => checkPartner(run, partner, departures)))
      return found.flat()
    },
  }
}

/** Null unless the deletion was confirmed. */
async function meetAndLeave(run: Run, person: TestUser, partner: TestUser): Promise<Left | null> {
  // operation names of this workload only: a new match needs more services than the operations of INV-11
  const like = (one: TestUser, other: TestUser) =>
    attempt(run, { op: 'like of a leaver', key: randomUUID(), caller: one }, likeUser, { body: { likedId: other.id } })
  const send = (one: TestUser, other: TestUser) =>
    attempt(run, { op: 'message of a leaver', key: randomUUID(), caller: one }, sendMessage, {
      body: { receiverId: other.id, content: 'bye', clientMessageId: randomUUID() },
    })
  await Promise.all([like(person, partner), like(partner, person)])
  await Promise.all([send(person, partner), send(partner, person)])
  await pause(run.random.integer(...BEFORE_MS))

  const [departed] = await Promise.all([leave(run, person), send(partner, person), like(partner, person)])
  await Promise.all([send(partner, person), like(partner, person)])
  return departed && { ...departed, partner, partnerId: partner.id, username: person.username }
}

async function leave(run: Run, person: TestUser): Promise<Pick<Departure, 'id' | 'at'> | null> {
  const operation = (op: string) => ({ op, key: randomUUID(), caller: person })
  const confirm = operation('confirm password')
  const confirmed = await untilCertain(run, () =>
    attempt(run, confirm, confirmPassword, { body: { password: PASSWORD } }),
  )
  if (confirmed.outcome !== 'ok') return null

  const remove = operation('delete account')
  const results: CallResult<unknown>[] = []
  const { outcome, to } = await untilCertain(run, async () => {
    const result = await attempt(run, remove, deleteAccount)
    results.push(result)
    return result
  })
  const wasUnknown = results.some((result) => result.outcome === 'unknown')
  // 401 or 403 after an unknown outcome: the first attempt has ended the session
  const isDone = outcome === 'ok' || (outcome === 'fail' && wasUnknown)
  return isDone ? { id: person.id, at: to } : null
}

async function checkPartner(run: Run, partner: TestUser, departures: Left[]): Promise<Violation[]> {
  const own = departures.filter((departure) => departure.partner === partner)
  const matches = await read(run, partner, listMatches)
  const conversations = await read(run, partner, listConversations)
  const notifications = await read(run, partner, listNotifications)
  const feed = await readFeed(run, partner)
  const lists = {
    matches: matches?.map(({ id }) => id) ?? null,
    conversations: conversations?.map(({ partnerId }) => partnerId) ?? null,
    notifications: notifications?.flatMap((notification) => aboutIdOf(notification) ?? []) ?? null,
    feed: feed?.map(({ id }) => id) ?? null,
  }
  const violations: Violation[] = []
  for (const departure of own) {
    const params = { id: departure.id }
    const operation = { op: 'final read', key: randomUUID(), caller: partner }
    const { status: profile } = await attempt(run, operation, getProfile, { params })
    const { status: messages } = await attempt(run, operation, listMessages, { params })
    const body = { username: departure.username, password: PASSWORD }
    const { status } = await attempt(run, { ...operation, caller: null }, login, { body })
    violations.push(...checkDeparture(departure, { ...lists, profile, messages, login: status }))
  }
  return violations
}
