import { randomUUID } from 'node:crypto'
import { getUser } from '@zing/proto/http/auth'
import { listConversations, listMessages } from '@zing/proto/http/chat'
import { listMatches, listNotifications } from '@zing/proto/http/social'
import { getStats } from '@zing/proto/http/staff/admin'
import { aboutIdOf } from '@zing/proto/notifications'
import { attempt, type Run } from '../workloads/call.ts'
import { readFeed } from '../workloads/meeting/feed.ts'
import type { TestUser } from '../workloads/test-users.ts'
import { read } from '../workloads/workload.ts'

/** The data that one newcomer reads. */
export interface View {
  id: number
  matches: number[]
  /** Ids of the partners. */
  conversations: number[]
  /** Message ids by partner. */
  messages: Map<number, number[]>
  notifications: { type: string; about: number | null }[]
}

/** The product as the newcomers see it. */
export interface Observed {
  /** Status of each newcomer's own account: 200 or 401. */
  accounts: Map<number, number>
  /** Ids in the feed of the viewer, who is not a newcomer. */
  feed: number[]
  views: View[]
  totals: { totalUsers: number; totalMatches: number; totalLikes: number }
}

/** Reads the product as every newcomer, and the totals as a user with an admin session. Throws if a read fails. */
export async function readAsNewcomers(run: Run, people: TestUser[], viewer: TestUser): Promise<Observed> {
  const accounts = new Map(
    await Promise.all(
      people.map(async (caller) => {
        const { status } = await attempt(run, { op: 'own account', key: randomUUID(), caller }, getUser)
        return [caller.id, status] as const
      }),
    ),
  )
  const living = people.filter(({ id }) => accounts.get(id) === 200)
  return {
    accounts,
    feed: required(await readFeed(run, viewer), 'the feed').map(({ id }) => id),
    views: await Promise.all(living.map((person) => readView(run, person))),
    totals: required(await read(run, viewer, getStats), 'the totals'),
  }
}

async function readView(run: Run, person: TestUser): Promise<View> {
  const [matches, conversations, notifications] = await Promise.all([
    read(run, person, listMatches),
    read(run, person, listConversations),
    read(run, person, listNotifications),
  ])
  const partners = required(conversations, 'conversations').map(({ partnerId }) => partnerId)
  const messages = await Promise.all(
    partners.map(async (id) => {
      const page = required(await read(run, person, listMessages, { params: { id } }), 'messages')
      return [id, page.map((message) => message.id)] as const
    }),
  )
  return {
    id: person.id,
    matches: required(matches, 'matches').map(({ id }) => id),
    conversations: partners,
    messages: new Map(messages),
    notifications: required(notifications, 'notifications').map(({ type, payload }) => ({
      type,
      about: aboutIdOf({ payload }),
    })),
  }
}

function required<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} cannot be read`)
  return value
}
