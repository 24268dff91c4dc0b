import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { notificationsQuery } from '../../queries/notifications.ts'
import { storedUnread, storeNotifications } from '../../queries/stored-notifications.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const NotificationPanel = lazyComponent(async () => (await import('./notification-panel.tsx')).NotificationPanel)

export function NotificationBell() {
  const { isFirstAttemptOver } = useRealtime()
  const { data: notifications } = useQuery({ ...notificationsQuery, enabled: isFirstAttemptOver })
  const [isOpen, setOpen] = useState(false)
  const unread = notifications?.filter(({ readAt }) => readAt === null).length ?? storedUnread()

  useEffect(() => {
    if (notifications) storeNotifications(notifications)
  }, [notifications])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative grid size-11 place-items-center rounded-full"
      >
        <span className="sr-only">Notifications</span>
        <Bell aria-hidden className="size-6" strokeWidth={1.75} />
        <CountBadge count={unread} label="new" className="absolute top-0 right-0" />
      </button>
      {isOpen && (
        <Suspense>
          <NotificationPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
