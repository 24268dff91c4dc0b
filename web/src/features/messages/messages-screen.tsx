import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { useEffect, useRef } from 'react'
import { Link, useOutletContext } from 'react-router-dom'
import { useIsVisible } from '../../lib/view/use-is-visible.ts'
import { conversationsQuery } from '../../queries/chat/conversations.ts'
import { useReadAllMessages } from '../../queries/chat/messages.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useSeenUnread } from './use-seen-unread.ts'

/** Matches with their newest message; opening the screen marks everything as read. In a wide window they are beside a chat. */
export function MessagesScreen() {
  const matches = useQuery(matchesQuery)
  const conversations = useQuery(conversationsQuery)
  const besideId = useOutletContext<number | null>()
  const { mutate: readAll } = useReadAllMessages()
  const unread = conversations.data?.reduce((sum, one) => sum + one.unread, 0) ?? 0

  const wasUnread = useSeenUnread(conversations.data ?? [])
  const hasRead = useRef(false)
  const isVisible = useIsVisible()

  const isCurrent = conversations.isSuccess && !conversations.isStale // this device may keep an older list

  useEffect(() => {
    if (!isVisible || !isCurrent) return
    if (unread > 0 || !hasRead.current) readAll() // once, and again for messages that arrive meanwhile
    hasRead.current = true
  }, [isVisible, isCurrent, unread, readAll])

  if (besideId !== null) return null
  if (matches.isPending || conversations.isPending) return <RowsSkeleton />
  if (matches.isLoadingError || conversations.isLoadingError)
    return (
      <main>
        <LoadFailure
          title={t`Failed to load messages`}
          error={matches.error ?? conversations.error}
          onRetry={() => Promise.all([matches.refetch(), conversations.refetch()])}
        />
      </main>
    )
  if (matches.data.length === 0)
    return (
      <main>
        <EmptyState title={t`No matches yet`} hint={t`Start swiping to find your matches!`} drawing="chat">
          <Link to={clientRoutes.feed} className={buttonStyle()}>{t`Explore Profiles`}</Link>
        </EmptyState>
      </main>
    )

  return (
    <main>
      <ConversationList matches={matches.data} conversations={conversations.data} wasUnread={wasUnread} />
    </main>
  )
}

function RowsSkeleton() {
  return (
    <main>
      <output className="sr-only">{t`Loading messages...`}</output>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} aria-hidden className="flex animate-pulse items-center gap-3 border-b border-line p-4">
          <span className="size-14 rounded-full bg-surface-2" />
          <span className="flex flex-1 flex-col gap-2">
            <span className="h-4 w-1/3 rounded-full bg-surface-2" />
            <span className="h-3.5 w-2/3 rounded-full bg-surface-2" />
          </span>
        </div>
      ))}
    </main>
  )
}
