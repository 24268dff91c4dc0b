import { NOTIFICATION_TYPES, type Notification } from '@zing/proto/notifications'
import { z } from 'zod/mini'
import { readStored, writeStored } from '../lib/state/stored.ts'

const KEY = 'zing.notifications'

/** No names or photos, because other users may share this browser. */
const Stored = z.array(z.object({ id: z.int(), type: z.enum(NOTIFICATION_TYPES), isRead: z.boolean() }))

/** Number of unread notifications, known before the first response. */
export function storedUnread(): number {
  return readStored(localStorage, KEY, Stored)?.filter(({ isRead }) => !isRead).length ?? 0
}

export function storeNotifications(notifications: Notification[]): void {
  const stored = notifications.map(({ id, type, readAt }) => ({ id, type, isRead: readAt !== null }))
  writeStored(localStorage, KEY, stored)
}

export function dropStoredNotifications(): void {
  writeStored(localStorage, KEY, null)
}
