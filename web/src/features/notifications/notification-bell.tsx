import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell, ShieldAlert } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { notificationsQuery } from '../../queries/notifications.ts'
import { storedUnread, storeNotifications, unreadIn } from '../../queries/stored-notifications.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const NotificationPanel = lazyComponent(async () => (await import('./notification-panel.tsx')).NotificationPanel)

export function NotificationBell() {
  const { isFirstAttemptOver } = useRealtime()
  const { data: notifications } = useQuery({ ...notificationsQuery, enabled: isFirstAttemptOver })
  const [isOpen, setOpen] = useState(false)
  const unread = notifications ? unreadIn(notifications) : storedUnread()

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
        <span className="sr-only">{t`Notifications`}</span>
        <Bell aria-hidden className="size-6" strokeWidth={1.75} />
        <CountBadge count={unread.people} label={t`${unread.people} new`} className="absolute top-0 end-0" />
        {unread.notices > 0 && (
          <span className="absolute bottom-0.5 start-0.5 grid size-5 place-items-center rounded-full bg-bg text-warn">
            <ShieldAlert aria-hidden className="size-4" strokeWidth={2.25} />
            <span className="sr-only">{t`${unread.notices} about your account`}</span>
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <NotificationPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
