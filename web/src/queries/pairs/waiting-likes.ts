import { useQuery } from '@tanstack/react-query'
import { isNotice, notificationsQuery } from '../notifications.ts'
import { matchesQuery } from '../profiles.ts'

/** The newest people who like the user and are no match yet, from what the screen has fetched. */
export function useWaitingLikes() {
  const { data: notifications = [] } = useQuery({ ...notificationsQuery, enabled: false }) // the bell fetches them
  const { data: matches } = useQuery({ ...matchesQuery, enabled: false }) // the list of conversations does
  return notifications
    .filter((one) => !isNotice(one))
    .filter(({ type, payload }) => type === 'LIKE' && matches?.every(({ id }) => id !== payload.userId))
}
