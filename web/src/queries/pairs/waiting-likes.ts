import { useQuery } from '@tanstack/react-query'
import { isNotice, notificationsQuery } from '../notifications.ts'
import { matchesQuery } from '../profiles.ts'

/** The newest people who like the user and are no match yet. Null until the screen has fetched them. */
export function useWaitingLikes() {
  const { data: notifications } = useQuery({ ...notificationsQuery, enabled: false }) // the bell fetches them
  const { data: matches } = useQuery({ ...matchesQuery, enabled: false }) // the list of conversations does
  if (!notifications || !matches) return null
  return notifications
    .filter((one) => !isNotice(one))
    .filter(({ type, payload }) => type === 'LIKE' && matches.every(({ id }) => id !== payload.userId))
}

export type WaitingLike = NonNullable<ReturnType<typeof useWaitingLikes>>[number]
