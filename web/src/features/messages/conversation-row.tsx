import { chatRoute } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import type { Row } from './to-rows.ts'

export function ConversationRow({ match: { id, name, selfie, matchedAt }, conversation }: Row) {
  const last = conversation?.lastMessage
  const unread = conversation?.unread ?? 0
  const at = last?.createdAt ?? matchedAt
  const isMine = last && last.senderId !== id
  return (
    <li>
      <Link to={chatRoute(id)} className="flex items-center gap-3 border-b border-line px-4 py-3 hover:bg-surface">
        <Avatar name={name} photo={selfie} isDecorative className="size-14" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-display text-lg font-semibold">{name}</span>
            <time dateTime={at} title={exactTime(at)} className="ml-auto shrink-0 text-[13px] text-ink-2">
              {shortTime(at)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span className={clsx('truncate', unread > 0 ? 'font-semibold text-ink' : 'text-ink-2')}>
              {last ? `${isMine ? 'You: ' : ''}${last.content}` : 'Send a message to start chatting'}
            </span>
            <CountBadge count={unread} label="unread" className="ml-auto shrink-0" />
          </span>
        </span>
      </Link>
    </li>
  )
}
