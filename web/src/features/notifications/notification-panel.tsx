import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Notification } from '@zing/proto/notifications'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { focusAtOnce } from '../../lib/input/focus-at-once.ts'
import { useCommunity } from '../../lib/state/community.ts'
import { useIsVisible } from '../../lib/view/use-is-visible.ts'
import {
  isAboutAccount,
  isFromModerators,
  isNotice,
  notificationsQuery,
  useReadNotifications,
} from '../../queries/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AccountEntry } from './account-entry.tsx'
import { ModerationEntry } from './moderation-entry.tsx'
import { NewPeopleEntry } from './new-people-entry.tsx'
import { NotificationEntry } from './notification-entry.tsx'
import { VerificationEntry } from './verification-entry.tsx'

const tabList = () =>
  [
    { value: 'all', label: t`All` },
    { value: 'likes', label: t`Likes` },
    { value: 'matches', label: t`Matches` },
  ] as const
type Tab = ReturnType<typeof tabList>[number]['value']

const HAS: Record<Tab, (notification: Notification) => boolean> = {
  all: () => true,
  likes: ({ type }) => type === 'LIKE',
  matches: ({ type }) => type === 'MATCH',
}

const emptyWords = (): Record<Tab, { title: string; hint: string }> => ({
  all: { title: t`No activity yet`, hint: t`When someone likes or matches with you, you'll see it here.` },
  likes: { title: t`No likes yet`, hint: t`When someone likes your profile, it will appear here.` },
  matches: { title: t`No matches yet`, hint: t`When you and someone else like each other, it's a match!` },
})

/** Sheet from the right; opening it marks everything as read. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { data: notifications = [], dataUpdatedAt } = useQuery(notificationsQuery)
  const { name } = useCommunity()
  const { readAll, clear } = useReadNotifications()
  const { mutate: markAllRead } = readAll
  const [tab, setTab] = useState<Tab>('all')
  const isVisible = useIsVisible()

  // biome-ignore lint/correctness/useExhaustiveDependencies: notifications that arrive while the panel is open are read too
  useEffect(() => {
    if (isVisible && notifications.some(({ readAt }) => readAt === null)) markAllRead()
  }, [isVisible, dataUpdatedAt, markAllRead])

  return (
    <Modal
      onClose={onClose}
      aria-describedby={undefined}
      className="safe-top safe-bottom inset-y-0 end-0 flex w-[min(100%,26rem)] flex-col bg-bg text-ink shadow-float animate-sheet"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 p-4 pb-2">
        <ModalTitle className="text-xl">{t`${name} Activity`}</ModalTitle>
        <div className="ms-auto flex items-center">
          <Button
            variant="ghost"
            size="sm"
            disabled={notifications.length === 0 || clear.isPending}
            onClick={() => clear.mutate()}
          >{t`Clear all`}</Button>
          <ModalClose ref={focusAtOnce} aria-label={t`Close`} variant="ghost" size="icon">
            <X aria-hidden className="size-5" />
          </ModalClose>
        </div>
      </div>
      <Tabs
        label={t`Activity`}
        tabs={tabList()}
        value={tab}
        onChange={setTab}
        listClassName="mx-4"
        panelClassName="min-h-0 flex-1 overflow-y-auto p-4"
      >
        <Entries notifications={notifications.filter(HAS[tab])} empty={emptyWords()[tab]} onClose={onClose} />
      </Tabs>
    </Modal>
  )
}

interface EntriesProps {
  notifications: Notification[]
  empty: { title: string; hint: string }
  onClose: () => void
}

function Entries({ notifications, empty, onClose }: EntriesProps) {
  if (notifications.length === 0) return <EmptyState {...empty} drawing="bell" />
  const notices = notifications.filter(isNotice)
  const others = notifications.filter((one) => !isNotice(one))
  const list = (shown: Notification[], label?: string) => (
    <ul aria-label={label} className="flex flex-col gap-2">
      {shown.map((notification) => (
        <Entry key={notification.id} notification={notification} onClose={onClose} />
      ))}
    </ul>
  )
  if (notices.length === 0) return list(others)
  return (
    <>
      <h3 className="mb-2 text-sm text-ink-2">{t`Your account`}</h3>
      {list(notices, t`Your account`)}
      {others.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-sm text-ink-2">{t`Likes and matches`}</h3>
          {list(others, t`Likes and matches`)}
        </>
      )}
    </>
  )
}

function Entry({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  if (isFromModerators(notification)) return <ModerationEntry notification={notification} />
  if (isAboutAccount(notification)) return <AccountEntry notification={notification} onClose={onClose} />
  if (notification.type === 'VERIFICATION') return <VerificationEntry notification={notification} onClose={onClose} />
  if (notification.type === 'NEW_PEOPLE') return <NewPeopleEntry notification={notification} onClose={onClose} />
  return <NotificationEntry notification={notification} onClose={onClose} />
}
