import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { useReadNotifications } from '../../queries/notifications.ts'

interface NoticeEntryProps {
  notification: { id: number; createdAt: string }
  Icon: LucideIcon
  title: string
  hint: string
  /** Highlights the icon. */
  isGood?: boolean
  onTap: () => void
}

/** An entry that is about nobody else. A tap marks it as read. */
export function NoticeEntry({ notification, Icon, title, hint, isGood = false, onTap }: NoticeEntryProps) {
  const { id, createdAt } = notification
  const { readOne } = useReadNotifications()

  function tap(): void {
    readOne.mutate(id)
    onTap()
  }

  return (
    <li className="rounded-card border border-line bg-surface p-3">
      <button type="button" onClick={tap} className="flex w-full min-w-0 items-center gap-3 rounded-xl text-start">
        <span
          className={clsx('grid size-12 shrink-0 place-items-center rounded-full bg-surface-2', isGood && 'text-zing')}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm">{hint}</span>
          <span className="block text-[13px] text-ink-2">
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {shortTime(createdAt)}
            </time>
          </span>
        </span>
      </button>
    </li>
  )
}
