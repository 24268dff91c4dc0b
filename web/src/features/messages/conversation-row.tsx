import { chatRoute } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import type { Row } from './to-rows.ts'

/** `wasUnread` keeps the row bold although opening the list has marked its messages as read. */
export function ConversationRow({ match, conversation, wasUnread }: Row & { wasUnread: boolean }) {
  const { id, name, selfie, matchedAt } = match
  const last = conversation?.lastMessage
  const unread = conversation?.unread ?? 0
  const at = last?.createdAt ?? matchedAt
  const isNew = wasUnread || unread > 0
  return (
    <li>
      <Link to={chatRoute(id)} className="flex items-center gap-3 border-b border-line px-4 py-3 hover:bg-surface">
        <Avatar name={name} photo={selfie} isDecorative className="size-14" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <bdi className={clsx('truncate font-display text-lg', isNew ? 'font-bold' : 'font-semibold')}>{name}</bdi>
            <time dateTime={at} title={exactTime(at)} className="ml-auto shrink-0 text-[13px] text-ink-2">
              {shortTime(at)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span className={clsx('flex min-w-0', isNew ? 'font-semibold text-ink' : 'text-ink-2')}>
              {isNew && <span className="sr-only">New: </span>}
              {last && last.senderId !== id && <span className="shrink-0">You:&nbsp;</span>}
              <bdi className="truncate">{last ? last.content : 'Send a message to start chatting'}</bdi>
            </span>
            <CountBadge count={unread} label="unread" className="ml-auto shrink-0" />
          </span>
        </span>
      </Link>
    </li>
  )
}
