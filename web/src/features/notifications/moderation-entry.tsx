import { t } from '@lingui/core/macro'
import { ShieldAlert } from 'lucide-react'
import { REASON_NAMES } from '../../lib/text/moderation-words.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import type { ModerationNotification } from '../../queries/notifications.ts'
import { sanctionTitle } from './sanction-title.ts'

/** A notification from the moderators; it leads nowhere. */
export function ModerationEntry({ notification }: { notification: ModerationNotification }) {
  const { payload, createdAt } = notification
  const isLifted = notification.type === 'DECISION' && notification.payload.action === 'lift' // its reason and text are past
  const reason = t(REASON_NAMES[payload.reason])
  return (
    <li className="flex items-start gap-3 rounded-card border border-line bg-surface p-3">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-2 text-warn">
        <ShieldAlert aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{sanctionTitle(notification)}</p>
        {!isLifted && <p className="text-sm">{t`Reason: ${reason}`}</p>}
        {!isLifted && payload.text !== null && (
          <p dir="auto" className="mt-1 text-ui-start text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
            {payload.text}
          </p>
        )}
        <p className="text-[13px] text-ink-2">
          {t`From the moderators ·`}{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {shortTime(createdAt)}
          </time>
        </p>
      </div>
    </li>
  )
}
