import { chatRoute } from '@zing/proto/client-routes'
import type { Conversation } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { NavLink } from 'react-router-dom'
import { useStore } from '../../lib/create-store.ts'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { onlineUsers } from '../../realtime/online-users.ts'
import { typing } from '../../realtime/typing.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { OnlineDot } from '../../ui/online-dot.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { Row } from './to-rows.ts'

interface ConversationRowProps extends Row {
  /** Keeps the row bold although opening the list has marked its messages as read. */
  wasUnread?: boolean
  /** Beside an open chat, whose photo stands in the header. */
  isBeside?: boolean
}

export function ConversationRow({ match, conversation, wasUnread = false, isBeside = false }: ConversationRowProps) {
  const { id, name, selfie, matchedAt } = match
  const unread = conversation?.unread ?? 0
  const at = (conversation?.lastReaction ?? conversation?.lastMessage)?.createdAt ?? matchedAt
  const isNew = wasUnread || unread > 0
  const isOnline = useStore(onlineUsers).has(id)
  const isTyping = useStore(typing).has(id)
  return (
    <li>
      <NavLink
        to={chatRoute(id)}
        className="flex items-center gap-3 px-4 py-3 hover:bg-surface aria-[current=page]:bg-surface-2"
      >
        <span className="relative shrink-0">
          <SharedElement kind="avatar" userId={id} isOff={isBeside}>
            <Avatar name={name} photo={selfie} isDecorative className="size-14" />
          </SharedElement>
          {isOnline && <OnlineDot />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              className={clsx(
                'flex min-w-0 items-center gap-1.5 font-display text-lg',
                isNew ? 'font-bold' : 'font-semibold',
              )}
            >
              <PersonName name={name} className="truncate" />
            </span>
            {isOnline && <span className="sr-only">online</span>}
            <time dateTime={at} title={exactTime(at)} className="ml-auto shrink-0 text-[13px] text-ink-2">
              {shortTime(at)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            {isTyping ? (
              <span className="font-semibold text-zing">typing...</span>
            ) : (
              <span className={clsx('flex min-w-0 items-center', isNew ? 'font-semibold text-ink' : 'text-ink-2')}>
                {isNew && <span className="sr-only">New: </span>}
                <Preview partnerId={id} conversation={conversation} />
              </span>
            )}
            <CountBadge count={unread} label="unread" className="ml-auto shrink-0" />
          </span>
        </span>
      </NavLink>
    </li>
  )
}

function Preview({ partnerId, conversation }: { partnerId: number; conversation: Conversation | null }) {
  const { lastMessage, lastReaction } = conversation ?? {}
  if (lastReaction) {
    const { userId, emoji, content } = lastReaction
    return (
      <span className="truncate">
        {userId === partnerId ? 'Reacted' : 'You reacted'} {emoji} to “<bdi>{content}</bdi>”
      </span>
    )
  }
  if (!lastMessage) return 'Send a message to start chatting'
  const isMine = lastMessage.senderId !== partnerId
  return (
    <>
      {isMine && <span className="shrink-0">You:&nbsp;</span>}
      <bdi className="truncate">{lastMessage.content}</bdi>
      {isMine && (
        <span className="ml-1 inline-flex">
          <StatusMark mark={lastMessage.status} />
        </span>
      )}
    </>
  )
}
