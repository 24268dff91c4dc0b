import type { DecisionAction } from '@zing/proto/moderation/decisions'
import { ShieldAlert } from 'lucide-react'
import { REASON_NAMES } from '../../lib/text/moderation-words.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import type { ModerationNotification } from '../../queries/notifications.ts'

/** A notification from the moderators; it leads nowhere. */
export function ModerationEntry({ notification }: { notification: ModerationNotification }) {
  const { payload, createdAt } = notification
  const isLifted = notification.type === 'DECISION' && notification.payload.action === 'lift' // its reason and text are past
  return (
    <li className="flex items-start gap-3 rounded-card border border-line bg-surface p-3">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-2 text-warn">
        <ShieldAlert aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{titleOf(notification)}</p>
        {!isLifted && <p className="text-sm">Reason: {REASON_NAMES[payload.reason]}</p>}
        {!isLifted && payload.text !== null && (
          <p dir="auto" className="mt-1 text-left text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
            {payload.text}
          </p>
        )}
        <p className="text-[13px] text-ink-2">
          From the moderators ·{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {shortTime(createdAt)}
          </time>
        </p>
      </div>
    </li>
  )
}

const DECISIONS: Record<DecisionAction, string> = {
  dismiss: 'A report about you was dismissed',
  warn: 'You have been warned',
  'remove-photo': 'Your photo was removed',
  'remove-text': 'A text of your profile was removed',
  suspend: 'Your account was suspended',
  ban: 'Your account was closed',
  uphold: 'Your appeal was refused',
  lift: 'A decision about your account was lifted',
}

function titleOf(notification: ModerationNotification): string {
  if (notification.type === 'WARNING') return 'You have been warned'
  const { action, until } = notification.payload
  return action === 'suspend' && until ? `${DECISIONS.suspend} until ${exactTime(until)}` : DECISIONS[action]
}
