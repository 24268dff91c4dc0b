import { useQuery } from '@tanstack/react-query'
import { aboutIdOf } from '@zing/proto/notifications'
import { useEffect } from 'react'
import { useIsVisible } from '../../lib/view/use-is-visible.ts'
import { notificationsQuery, useReadNotifications } from '../../queries/notifications.ts'

/** Marks the notifications of a like and a match as read when the user opens the resulting chat. */
export function useReadMatch(partnerId: number): void {
  const { data: notifications } = useQuery(notificationsQuery)
  const { mutate: read } = useReadNotifications().readOne
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isVisible) return
    for (const one of notifications ?? []) {
      const isAboutMatch = one.type === 'LIKE' || one.type === 'MATCH'
      if (isAboutMatch && one.readAt === null && aboutIdOf(one) === partnerId) read(one.id)
    }
  }, [notifications, partnerId, isVisible, read])
}
