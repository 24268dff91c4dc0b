import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { chatRoute } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { readDraft } from '../../lib/state/drafts.ts'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { wordsOf, wordsOfKind } from '../../lib/text/message-words.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { outbox } from '../../queries/chat/outbox-messages.ts'
import { markOf, type OutboxMessage } from '../../queries/chat/outbox-state.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { onlineUsers } from '../../realtime/online-users.ts'
import { typing } from '../../realtime/typing.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { OnlineDot } from '../../ui/person/online-dot.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'
import { type Mark, StatusMark } from '../../ui/person/status-mark.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'
import type { Row } from './to-rows.ts'

interface ConversationRowProps extends Row {
  /** Keeps the row bold although opening the list has marked its messages as read. */
  wasUnread?: boolean
  /** Its chat is open beside the list. */
  isOpen?: boolean
  /** True beside an open chat, whose photo stands in the header. */
  isBeside?: boolean
}

export function ConversationRow({
  match,
  conversation,
  wasUnread = false,
  isOpen = false,
  isBeside = false,
}: ConversationRowProps) {
  const { id, name, selfie, matchedAt } = match
  const unread = conversation?.unread ?? 0
  const newestAt = (conversation?.lastReaction ?? conversation?.lastMessage)?.createdAt ?? matchedAt
  const unsent = useSessionStore(outbox).findLast(
    ({ partnerId, createdAt }) => partnerId === id && createdAt > newestAt,
  )
  const at = unsent?.createdAt ?? newestAt
  const isNew = wasUnread || unread > 0
  const isOnline = useSessionStore(onlineUsers).has(id)
  const isTyping = useSessionStore(typing).has(id)
  return (
    <li>
      <Link
        to={chatRoute(id)}
        aria-current={isOpen ? 'page' : undefined}
        className="flex items-center gap-3 px-4 py-3 hover:bg-surface active:bg-surface-2 aria-[current=page]:bg-surface-2"
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
            {isOnline && <span className="sr-only">{t`online`}</span>}
            <time dateTime={at} title={exactTime(at)} className="ms-auto shrink-0 text-[13px] text-ink-2">
              {shortTime(at)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            {isTyping ? (
              <span className="font-semibold text-zing">{t`typing...`}</span>
            ) : (
              <span className={clsx('flex min-w-0 items-center', isNew ? 'font-semibold text-ink' : 'text-ink-2')}>
                {isNew && <span className="sr-only">{t`New:`} </span>}
                <Preview partnerId={id} conversation={conversation} unsent={unsent} />
              </span>
            )}
            <CountBadge count={unread} label={t`${unread} unread`} className="ms-auto shrink-0" />
          </span>
        </span>
      </Link>
    </li>
  )
}

interface PreviewProps extends Pick<Row, 'conversation'> {
  partnerId: number
  /** A message that the server has not confirmed, newer than all that the server has. */
  unsent: OutboxMessage | undefined
}

function Preview({ partnerId, conversation, unsent }: PreviewProps) {
  const { id: userId } = useUser()
  const { lastMessage, lastReaction } = conversation ?? {}
  const draft = readDraft({ userId, partnerId })
  if (draft)
    return (
      <>
        <span className="me-1 shrink-0 text-zing">{t`Draft:`} </span>
        <bdi dir="auto" className="truncate">
          {draft}
        </bdi>
      </>
    )
  if (unsent)
    return <OwnMessage content={wordsOfKind(unsent.media?.kind ?? 'text', unsent.content)} mark={markOf(unsent)} />
  if (lastReaction) {
    const { userId, emoji, kind = 'text' } = lastReaction
    const content = wordsOfKind(kind, lastReaction.content)
    return (
      <span className="truncate">
        {userId === partnerId ? (
          <Trans>
            Reacted {emoji} to "<bdi>{content}</bdi>"
          </Trans>
        ) : (
          <Trans>
            You reacted {emoji} to "<bdi>{content}</bdi>"
          </Trans>
        )}
      </span>
    )
  }
  if (!lastMessage) return t`Send a message to start chatting`
  if (lastMessage.senderId === partnerId)
    return (
      <bdi dir="auto" className="truncate">
        {wordsOf(lastMessage)}
      </bdi>
    )
  return <OwnMessage content={wordsOf(lastMessage)} mark={lastMessage.status} />
}

function OwnMessage({ content, mark }: { content: string; mark: Mark }) {
  return (
    <>
      <span className="me-1 shrink-0">{t`You:`} </span>
      <bdi dir="auto" className="truncate">
        {content}
      </bdi>
      <span className={clsx('ms-1 inline-flex', mark === 'failed' && 'text-bad')}>
        <StatusMark mark={mark} />
      </span>
    </>
  )
}
