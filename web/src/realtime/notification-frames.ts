import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '@zing/proto/notifications'
import { perSession } from '../lib/state/per-session.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { refetch } from './refetch.ts'

/** A notification can arrive this long after a read, withdrawal or clearing that happened later than its creation. */
const LATE_MS = 60_000
/** When the latest of these frames has come. */
const changed = perSession(() => ({ at: Number.NEGATIVE_INFINITY }))

/** Adds a notification in front, once; also asks the server if it may be read, withdrawn or cleared by now. */
export function addNotification(client: QueryClient, notification: Notification): void {
  client.setQueryData<Notification[]>(
    notificationsQuery.queryKey,
    (list) => list && [notification, ...list.filter(({ id }) => id !== notification.id)],
  )
  if (performance.now() - changed(client).at < LATE_MS) refetch(client, notificationsQuery.queryKey)
}

/** Marks notifications that the user has read in another tab, or that were withdrawn; null means all. */
export function markNotificationsRead(client: QueryClient, ids: number[] | null, readAt: string): void {
  changed(client).at = performance.now()
  client.setQueryData<Notification[]>(notificationsQuery.queryKey, (list) =>
    list?.map((one) => (ids === null || ids.includes(one.id) ? { ...one, readAt: one.readAt ?? readAt } : one)),
  )
}

export function clearNotifications(client: QueryClient): void {
  changed(client).at = performance.now()
  client.setQueryData<Notification[]>(notificationsQuery.queryKey, (list) => list && [])
}

/** Refetches if the server's count differs from the cached one: a push was lost. */
export function checkUnreadNotifications(client: QueryClient, count: number): void {
  const known = client.getQueryData<Notification[]>(notificationsQuery.queryKey)
  if (known && known.filter(({ readAt }) => readAt === null).length !== count) {
    refetch(client, notificationsQuery.queryKey)
  }
}
