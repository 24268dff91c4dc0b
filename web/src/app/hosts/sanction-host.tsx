import { useQuery } from '@tanstack/react-query'
import type { Notification } from '@zing/proto/notifications'
import { Suspense, useState } from 'react'
import { openModals } from '../../lib/layers/open-modals.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { isFromModerators, type ModerationNotification, notificationsQuery } from '../../queries/notifications.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const SanctionDialog = lazyComponent(
  async () => (await import('../../features/notifications/sanction-dialog.tsx')).SanctionDialog,
)

/** Shows an unread sanction over the next screen, once no other dialog is open. Its title is read before anything else. */
export function SanctionHost() {
  const { data: notifications } = useQuery({ ...notificationsQuery, enabled: false }) // the bell keeps them
  const isBusy = useStore(openModals).length > 0
  const [shownId, setShownId] = useState<number | null>(null)
  const sanction = unreadSanctionIn(notifications ?? [])

  if (sanction && sanction.id !== shownId && !isBusy) setShownId(sanction.id)
  if (!sanction || sanction.id !== shownId) return null
  return (
    <Suspense>
      <SanctionDialog key={sanction.id} notification={sanction} />
    </Suspense>
  )
}

/** Sanctions that no other screen has told: a suspended user learns it at the sign-in. */
const TOLD_HERE = ['warn', 'remove-photo', 'remove-text']

/** Returns the newest unread sanction. A later lift may be about any of them, so those before it stay in the list. */
function unreadSanctionIn(notifications: Notification[]): ModerationNotification | undefined {
  const newest = notifications.filter(isFromModerators)
  const lift = newest.findIndex(({ payload }) => 'action' in payload && payload.action === 'lift')
  return newest
    .slice(0, lift < 0 ? undefined : lift)
    .find(({ payload, readAt }) => readAt === null && (!('action' in payload) || TOLD_HERE.includes(payload.action)))
}
