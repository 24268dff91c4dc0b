import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  clearNotifications,
  likeUser,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@zing/proto/http/social'
import { aboutIdOf, type Notification } from '@zing/proto/notifications'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { register, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'

const PEOPLE = 7
const EVERY_MS = [300, 2_000] as const
const POLL_MS = 500

/** A user, and the likers who caused this user's notifications. */
interface Reader {
  person: TestUser
  likers: TestUser[]
  read: Set<number>
  /** Ids of the likers whose notifications were cleared. */
  cleared: Set<number>
}

/** The other users like each user one after another; the liked user reads or clears each notification at once. */
export async function startNotifications(run: Run): Promise<Workload> {
  const people = await Promise.all(newNames('note', PEOPLE).map((name) => register(run, name)))
  const readers = people.map(
    (person, index): Reader => ({
      person,
      likers: people.slice(index + 1), // in one direction, so that no pair matches
      read: new Set(),
      cleared: new Set(),
    }),
  )
  return {
    done: Promise.all(readers.map((reader) => readOften(run, reader))),
    seen: [],
    check: async () => (await Promise.all(readers.map((reader) => checkReader(run, reader)))).flat(),
  }
}

async function readOften(run: Run, reader: Reader): Promise<void> {
  for (const liker of reader.likers) {
    await pause(run.thinkTime.next(EVERY_MS))
    const { outcome } = await untilCertain(run, () =>
      attempt(run, { op: 'like', key: randomUUID(), caller: liker }, likeUser, {
        body: { likedId: reader.person.id },
      }),
    )
    if (outcome !== 'ok') return
    const notification = await untilListed(run, reader.person, liker)
    if (!notification) return
    await readOrClear(run, reader, notification)
  }
}

/** Waits until the notification of a like is listed; null at the end of the run. */
async function untilListed(run: Run, person: TestUser, liker: TestUser): Promise<Notification | null> {
  while (!run.ending.aborted) {
    const list = await read(run, person, listNotifications)
    const found = list?.find((notification) => aboutIdOf(notification) === liker.id)
    if (found) return found
    await pause(POLL_MS)
  }
  return null
}

async function readOrClear(run: Run, { person, read, cleared }: Reader, notification: Notification): Promise<void> {
  const { id } = notification
  const choice = run.random.next()
  const caller = { key: randomUUID(), caller: person }
  const { outcome } = await untilCertain<{ outcome: 'ok' | 'fail' | 'unknown' }>(run, () => {
    if (choice < 0.4) return attempt(run, { op: 'clear notifications', ...caller }, clearNotifications)
    if (choice < 0.6) return attempt(run, { op: 'read notifications', ...caller }, readAllNotifications)
    return attempt(run, { op: 'read notification', ...caller }, readNotification, { params: { id } })
  })
  const aboutId = aboutIdOf(notification)
  if (outcome === 'ok' && aboutId !== null) (choice < 0.4 ? cleared : read).add(aboutId)
}

/** Read notifications stay read, and cleared ones do not return (INV-1, INV-2). */
async function checkReader(run: Run, { person, read: readOnes, cleared }: Reader): Promise<Violation[]> {
  const list = await read(run, person, listNotifications)
  if (!list) return [{ invariant: 'INV-7', text: `${person.id} cannot read the notifications` }]
  return list.flatMap(({ payload, readAt }): Violation[] => {
    const userId = aboutIdOf({ payload })
    if (userId === null) return []
    if (cleared.has(userId))
      return [{ invariant: 'INV-2', text: `the cleared notification of ${person.id} about ${userId} is back` }]
    if (readOnes.has(userId) && readAt === null)
      return [{ invariant: 'INV-1', text: `the notification of ${person.id} about ${userId} is unread again` }]
    return []
  })
}
