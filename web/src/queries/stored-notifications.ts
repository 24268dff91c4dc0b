import { aboutIdOf, NOTIFICATION_TYPES, type Notification } from '@zing/proto/notifications'
import { z } from 'zod/mini'
import { readStored, writeStored } from '../lib/state/stored.ts'

const KEY = 'zing.notifications'

/** No names or photos, because other users may share this browser. `aboutId` is null for a notice about the account. */
const Stored = z.array(
  z.object({ id: z.int(), type: z.enum(NOTIFICATION_TYPES), aboutId: z.nullable(z.int()), isRead: z.boolean() }),
)
type Stored = z.infer<typeof Stored>

/** Counts of the bell: people, each once, and notices about the account. */
export interface Unread {
  people: number
  notices: number
}

export function unreadIn(notifications: Notification[]): Unread {
  return count(toStored(notifications))
}

/** Counts of the last visit, known before the first response. */
export function storedUnread(): Unread {
  return count(readStored(localStorage, KEY, Stored) ?? [])
}

export function storeNotifications(notifications: Notification[]): void {
  writeStored(localStorage, KEY, toStored(notifications))
}

function toStored(notifications: Notification[]): Stored {
  return notifications.map((one) => ({
    id: one.id,
    type: one.type,
    aboutId: aboutIdOf(one),
    isRead: one.readAt !== null,
  }))
}

function count(stored: Stored): Unread {
  const unread = stored.filter(({ isRead }) => !isRead)
  const aboutPeople = unread.filter(({ aboutId, type }) => aboutId !== null || type === 'NEW_PEOPLE')
  const people = new Set(aboutPeople.map(({ aboutId }) => aboutId)).size
  return { people, notices: unread.length - aboutPeople.length }
}

export function dropStoredNotifications(): void {
  writeStored(localStorage, KEY, null)
}
