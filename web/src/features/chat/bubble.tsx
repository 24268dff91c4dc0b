import { clsx } from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon, Trash2 } from 'lucide-react'
import { clockTime, exactTime } from '../../lib/relative-time.ts'
import { discard, retry } from '../../queries/outbox.ts'
import type { Entry, Mark } from './to-entries.ts'

export function Bubble({ entry, partnerName }: { entry: Entry; partnerName: string }) {
  const { content, createdAt, isMine, mark, outboxMessageId, failure, day, isFirst, isLast } = entry
  return (
    <li className={clsx('flex flex-col', isMine ? 'items-end' : 'items-start', isFirst ? 'mt-3' : 'mt-0.5')}>
      {day && (
        <span className="mb-3 self-center rounded-full bg-surface-2 px-3 py-1 text-[13px] text-ink-2">{day}</span>
      )}
      <div
        className={clsx(
          'max-w-[82%] rounded-[20px] px-3.5 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap',
          isMine ? 'bg-zing text-on-zing' : 'border border-line bg-surface',
          isMine && !isFirst && 'rounded-tr-md',
          isMine && !isLast && 'rounded-br-md',
          !isMine && !isFirst && 'rounded-tl-md',
          !isMine && !isLast && 'rounded-bl-md',
          mark === 'sending' && 'opacity-80',
        )}
      >
        <span className="sr-only">{isMine ? 'You: ' : `${partnerName}: `}</span>
        <div dir="auto">
          {content}
          <span
            dir="ltr" // keeps it out of the direction of the message
            className="float-end ms-3 mt-1.5 -mb-0.5 inline-flex items-center gap-1 text-[13px] tabular-nums"
          >
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {clockTime(createdAt)}
            </time>
            {mark && <StatusMark mark={mark} />}
          </span>
        </div>
      </div>
      {failure !== null && outboxMessageId && <Refusal id={outboxMessageId} reason={failure} />}
    </li>
  )
}

function Refusal({ id, reason }: { id: string; reason: string }) {
  const action = 'inline-flex min-h-11 items-center gap-1 px-1 text-sm font-semibold'
  return (
    <div className="flex max-w-[82%] flex-col items-end pt-1 text-end">
      <p className="px-1 text-sm text-bad [overflow-wrap:anywhere]">{reason}</p>
      <div className="flex flex-wrap justify-end gap-x-3">
        <button type="button" onClick={() => discard(id)} className={clsx(action, 'text-ink-2')}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </button>
        <button type="button" onClick={() => retry(id)} className={clsx(action, 'text-bad')}>
          <CircleAlert aria-hidden className="size-4" />
          Failed, tap to retry
        </button>
      </div>
    </div>
  )
}

const MARKS: Record<Mark, { icon: LucideIcon; text: string }> = {
  sending: { icon: Clock3, text: 'Sending' },
  failed: { icon: CircleAlert, text: 'Not sent' },
  sent: { icon: Check, text: 'Sent' },
  delivered: { icon: CheckCheck, text: 'Delivered' },
  read: { icon: CheckCheck, text: 'Read' },
}

function StatusMark({ mark }: { mark: Mark }) {
  const { icon: Icon, text } = MARKS[mark]
  return (
    <>
      <Icon
        aria-hidden
        className={clsx('size-4', mark === 'read' && 'rounded-full bg-white p-px text-[#0b6bcb]')}
        strokeWidth={mark === 'read' ? 3 : 2}
      />
      <span className="sr-only">{text}</span>
    </>
  )
}
