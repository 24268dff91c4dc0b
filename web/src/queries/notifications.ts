import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { clearNotifications, listNotifications, readAllNotifications, readNotification } from '@zing/proto/http/social'
import { aboutIdOf, NOTIFICATION_TYPES, type Notification } from '@zing/proto/notifications'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { pollUnlessPushed } from '../lib/device/push-health.ts'
import { call } from '../lib/http/call.ts'
import { NOTIFICATIONS_FRESH_MS, UNREAD_POLL_MS } from '../lib/limits.ts'
import { retryUnavailable } from './session/query-client.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ client }) => call(client, listNotifications, { query: { types: NOTIFICATION_TYPES.join(',') } }),
  select: withoutRepetitions,
  staleTime: NOTIFICATIONS_FRESH_MS,
  refetchInterval: pollUnlessPushed(UNREAD_POLL_MS),
})

/** About who can sign in to the own account. */
export type AccountNotification = Extract<Notification, { type: 'NEW_DEVICE' | 'ACCOUNT_CHANGE' }>
/** New people fit; it names nobody. */
export type NewPeopleNotification = Extract<Notification, { type: 'NEW_PEOPLE' }>
/** From the moderators; the others are about another user. */
export type ModerationNotification = Extract<Notification, { type: 'WARNING' | 'DECISION' }>
/** The moderators have decided about the user's verification. */
export type VerificationNotification = Extract<Notification, { type: 'VERIFICATION' }>
/** About the own account: such a notice stands apart from likes and matches. */
type Notice = ModerationNotification | AccountNotification | VerificationNotification
export type UserNotification = Exclude<Notification, Notice | NewPeopleNotification>

export function isFromModerators(notification: Notification): notification is ModerationNotification {
  return notification.type === 'WARNING' || notification.type === 'DECISION'
}

export function isAboutAccount(notification: Notification): notification is AccountNotification {
  return notification.type === 'NEW_DEVICE' || notification.type === 'ACCOUNT_CHANGE'
}

export function isNotice(notification: Notification): notification is Notice {
  return aboutIdOf(notification) === null && notification.type !== 'NEW_PEOPLE'
}

/** Keeps the newest notification per id, and per type and user. */
export function withoutRepetitions(notifications: Notification[]): Notification[] {
  const seen = new Set<string>()
  return notifications.filter((one) => {
    const aboutId = aboutIdOf(one)
    const keys = [`#${one.id}`, ...(aboutId === null ? [] : [`${one.type}:${aboutId}`])]
    const isRepetition = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isRepetition
  })
}

export function useReadNotifications() {
  const client = useQueryClient()
  const updateAll = (update: (notification: Notification) => Notification) =>
    client.setQueryData<Notification[]>(notificationsQuery.queryKey, (list) => list?.map(update))
  const now = () => new Date().toISOString()
  return {
    readAll: useMutation({
      retry: retryUnavailable, // idempotent
      mutationFn: () => call(client, readAllNotifications),
      onMutate: () => updateAll((one) => ({ ...one, readAt: one.readAt ?? now() })),
    }),
    readOne: useMutation({
      retry: retryUnavailable, // idempotent
      mutationFn: (id: number) => call(client, readNotification, { params: { id } }),
      onMutate: (id) => updateAll((one) => (one.id === id ? { ...one, readAt: one.readAt ?? now() } : one)),
    }),
    clear: useMutation({
      ...FAIL_OFFLINE,
      retry: retryUnavailable, // idempotent
      mutationFn: () => call(client, clearNotifications),
      onSuccess: () => client.setQueryData(notificationsQuery.queryKey, []),
    }),
  }
}
